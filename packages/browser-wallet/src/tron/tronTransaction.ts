import { equalBytes, readHex, toHex } from '@latchkey/base/bytes'
import { writeTronAddress } from '@latchkey/crypto/addresses'
import { sha256 } from '@noble/hashes/sha2.js'
import type { AskedAction } from '../person.ts'
import { fieldsOf, number, type ProtobufLayout, type ReadProtobufField, text, textIn } from '../protobuf/layout.ts'
import { type ProtobufValue, readProtobuf } from '../protobuf/protobuf.ts'

/** A transaction as its bytes say it, whatever stands beside them. */
export interface TronTransaction {
  /** SHA-256 of the bytes, which is signed. */
  readonly id: Uint8Array
  /** The addresses in whose name it acts. */
  readonly owners: readonly unknown[]
  readonly actions: readonly AskedAction[]
  readonly terms: Readonly<Record<string, unknown>>
}

const addressIn = (value: ProtobufValue | undefined) =>
  typeof value === 'object' && value.length === 21 ? writeTronAddress(value.subarray(1)) : undefined
const address: ReadProtobufField = ([value]) => addressIn(value)
const hex: ReadProtobufField = ([value]) => (typeof value === 'object' ? toHex(value) : undefined)
const votes: ReadProtobufField = (values) =>
  values.map((value) =>
    typeof value === 'object'
      ? fieldsOf(value, [
          [1, 'vote_address', address],
          [2, 'vote_count', number],
        ])
      : undefined,
  )

/** The contracts that the wallet reads, as Tron's protocol names them and their fields. */
const layouts: Readonly<Record<string, ProtobufLayout>> = {
  TransferContract: [
    [1, 'owner_address', address],
    [2, 'to_address', address],
    [3, 'amount', number],
  ],
  TransferAssetContract: [
    [1, 'asset_name', text],
    [2, 'owner_address', address],
    [3, 'to_address', address],
    [4, 'amount', number],
  ],
  VoteWitnessContract: [
    [1, 'owner_address', address],
    [2, 'votes', votes],
  ],
  TriggerSmartContract: [
    [1, 'owner_address', address],
    [2, 'contract_address', address],
    [3, 'call_value', number],
    [4, 'data', hex],
  ],
  FreezeBalanceV2Contract: [
    [1, 'owner_address', address],
    [2, 'frozen_balance', number],
    [3, 'resource', number],
  ],
  UnfreezeBalanceV2Contract: [
    [1, 'owner_address', address],
    [2, 'unfreeze_balance', number],
    [3, 'resource', number],
  ],
}

/** Contracts that the wallet does not read name their owner in the first field, too, but for few old ones. */
const unread: ProtobufLayout = [[1, 'owner_address', address]]

/** Calls of tokens (TRC-20) that give something away: their selector, and the name of the first argument. */
const tokenCalls: Readonly<Record<string, readonly [name: string, receiver: string]>> = {
  a9059cbb: ['transfer', 'to'],
  '095ea7b3': ['approve', 'spender'],
}

/** Reads a call of a contract. @param data - Hex. */
function callOf(data: unknown): object {
  const [, selector = '', receiver = '', amount = ''] =
    /^([\da-f]{8})[\da-f]{24}([\da-f]{40})([\da-f]{64})$/.exec(String(data)) ?? []
  const [name, title] = tokenCalls[selector] ?? []
  if (name === undefined || title === undefined) return {}
  const account = readHex(receiver) ?? new Uint8Array()
  return { call: { name, [title]: writeTronAddress(account), amount: BigInt(`0x${amount}`).toString() } }
}

function actionOf(value: ProtobufValue): AskedAction | undefined {
  const contract = typeof value === 'object' ? readProtobuf(value) : undefined
  const parameter = contract?.get(2)?.[0]
  const any = typeof parameter === 'object' ? readProtobuf(parameter) : undefined
  const name = textIn(any?.get(1)?.[0])?.replace(/^type\.googleapis\.com\/protocol\./, '')
  const content = any?.get(2)?.[0]
  if (name === undefined || typeof content !== 'object') return undefined
  const fields = fieldsOf(content, (Object.hasOwn(layouts, name) && layouts[name]) || unread)
  return fields && { name, fields: { ...fields, ...callOf(fields.data) } }
}

const milliseconds: ReadProtobufField = ([value]) => (typeof value === 'bigint' ? Number(value) : undefined)

const termsLayout: ProtobufLayout = [
  [8, 'expiration', milliseconds],
  [10, 'memo', text],
  [18, 'fee_limit', number],
]

/**
 * Reads a transaction of TronWeb by its bytes, `raw_data_hex`.
 *
 * @returns `undefined` for bytes that are no transaction, and for an id that is not theirs
 */
export function readTronTransaction(value: unknown): TronTransaction | undefined {
  const { raw_data_hex: written, txID } = Object(value) as Readonly<Record<string, unknown>>
  const bytes = typeof written === 'string' ? readHex(written) : undefined
  const id = typeof txID === 'string' ? readHex(txID) : undefined
  if (!bytes || !id || !equalBytes(id, sha256(bytes))) return undefined
  const actions = readProtobuf(bytes)?.get(11)?.map(actionOf)
  const terms = fieldsOf(bytes, termsLayout)
  if (!actions?.every((action) => action !== undefined) || !terms) return undefined
  return { id, owners: actions.map(({ fields }) => fields.owner_address), actions, terms }
}
