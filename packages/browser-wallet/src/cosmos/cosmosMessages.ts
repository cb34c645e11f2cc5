import type { AskedAction } from '../person.ts'
import { fieldsOf, number, type ProtobufLayout, type ReadProtobufField, text, textIn } from '../protobuf/layout.ts'
import { type ProtobufValue, readProtobuf } from '../protobuf/protobuf.ts'

/** An amount as Cosmos writes it. */
interface Coin {
  readonly denom: string
  /** Decimal. */
  readonly amount: string
}

/** A transaction as the person reads it. */
interface ReadTransaction {
  readonly actions: readonly AskedAction[]
  readonly terms: Readonly<Record<string, unknown>>
}

const coins: ReadProtobufField = (values) => values.map(coinOf)
const coin: ReadProtobufField = ([value]) => value && coinOf(value)

function coinOf(value: ProtobufValue): Coin | undefined {
  const fields = typeof value === 'object' ? readProtobuf(value) : undefined
  return fields && { denom: textIn(fields.get(1)?.[0]) ?? '', amount: textIn(fields.get(2)?.[0]) ?? '' }
}

const json: ReadProtobufField = ([value]) => {
  const written = textIn(value) ?? ''
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

const delegation: ProtobufLayout = [
  [1, 'delegatorAddress', text],
  [2, 'validatorAddress', text],
  [3, 'amount', coin],
]

/** The messages that the wallet reads, as their modules define them. */
const layouts: Readonly<Record<string, ProtobufLayout>> = {
  '/cosmos.bank.v1beta1.MsgSend': [
    [1, 'fromAddress', text],
    [2, 'toAddress', text],
    [3, 'amount', coins],
  ],
  '/cosmos.staking.v1beta1.MsgDelegate': delegation,
  '/cosmos.staking.v1beta1.MsgUndelegate': delegation,
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': [
    [1, 'delegatorAddress', text],
    [2, 'validatorSrcAddress', text],
    [3, 'validatorDstAddress', text],
    [4, 'amount', coin],
  ],
  '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward': delegation.slice(0, 2),
  '/cosmos.gov.v1beta1.MsgVote': [
    [1, 'proposalId', number],
    [2, 'voter', text],
    [3, 'option', number],
  ],
  '/ibc.applications.transfer.v1.MsgTransfer': [
    [1, 'sourcePort', text],
    [2, 'sourceChannel', text],
    [3, 'token', coin],
    [4, 'sender', text],
    [5, 'receiver', text],
    [8, 'memo', text],
  ],
  '/cosmwasm.wasm.v1.MsgExecuteContract': [
    [1, 'sender', text],
    [2, 'contract', text],
    [3, 'msg', json],
    [5, 'funds', coins],
  ],
}

/** Reads a message within a transaction: `google.protobuf.Any`. */
function actionOf(value: ProtobufValue): AskedAction | undefined {
  const any = typeof value === 'object' ? readProtobuf(value) : undefined
  const name = textIn(any?.get(1)?.[0])
  const content = any?.get(2)?.[0] ?? new Uint8Array()
  if (name === undefined || typeof content === 'bigint') return undefined
  const fields = fieldsOf(content, (Object.hasOwn(layouts, name) && layouts[name]) || [])
  return fields && { name, fields }
}

const feeLayout: ProtobufLayout = [
  [1, 'amount', coins],
  [2, 'gas', number],
  [3, 'payer', text],
  [4, 'granter', text],
]

/**
 * Reads the bytes that a signature is over (`TxBody` and `AuthInfo`).
 *
 * @returns `undefined` for other bytes
 */
export function readDirectTransaction(bodyBytes: Uint8Array, authInfoBytes: Uint8Array): ReadTransaction | undefined {
  const body = readProtobuf(bodyBytes)
  const authInfo = readProtobuf(authInfoBytes)
  if (!body || !authInfo) return undefined
  const actions = (body.get(1) ?? []).map(actionOf)
  const feeBytes = authInfo.get(2)?.[0] ?? new Uint8Array()
  const fee = typeof feeBytes === 'object' ? fieldsOf(feeBytes, feeLayout) : undefined
  if (!fee || !actions.every((action) => action !== undefined)) return undefined
  return { actions, terms: { memo: textIn(body.get(2)?.[0]) ?? '', fee } }
}
