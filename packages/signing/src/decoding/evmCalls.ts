/** Decodes calls on EVM chains, and the calls inside of them. This loads `ox`, so import it lazily. */
import { defined } from '@latchkey/base/defined'
import type { Account, Chains } from '@latchkey/chains/chains'
import type { EffectCollector, Grant } from '../policyEffects.ts'
import type { CallOfKnown, CallToDecode, Hex, KnownFunction, Meaning, UserOperationParts } from './knownFunction.ts'
import { grantingFunctions } from './tokenFunctions.ts'
import { wrapperFunctions } from './wrapperFunctions.ts'

const functions: ReadonlyMap<string, KnownFunction> = new Map(
  [...grantingFunctions, ...wrapperFunctions].map((each) => [each.selector, each]),
)

/** How many calls may lie inside of each other. */
const maximumDepth = 8

/** Passes the value that it gets on to the calls that it makes, and keeps none. */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** The prefix by which an account asks an entry point for the whole operation (ERC-4337, 0.7). The call follows. */
const executeUserOp = '0x8dd7712f'

export const evmAccount = (address: string): Account => `eip155:${address.toLowerCase()}`

/** The state of decoding a request: where its effects are collected, and whose calls they are. */
export interface EvmDecoding {
  readonly collector: EffectCollector
  /** The wallet, and inside of a user operation its sender. Payments to them need no rule. */
  readonly self: ReadonlySet<Account>
  readonly isErc721: Chains['isErc721']
}

/** Notes that somebody gets value or power. */
export function collectGrant({ collector, self }: EvmDecoding, grant: Grant): void {
  collector.grants.push(self.has(grant.account) ? { ...grant, isCommon: true } : grant)
}

/** Collects the effects of a call. */
export function decodeCall(decoding: EvmDecoding, input: CallToDecode, depth = 0): void {
  const { collector } = decoding
  const call = { ...input, target: input.target.toLowerCase() as Hex }
  const { target, chainId } = call
  const meaning = meaningOf({ ...call, isErc721: decoding.isErc721(evmAccount(target), chainId) })
  const record = {
    target: evmAccount(target),
    data: call.data,
    isDecoded: meaning !== undefined,
    ...defined({ chainId }),
  }
  collector.calls.push(record)
  const receivedBy = { ...defined({ chainId }), call: record }
  const amount = ownAmount(call, meaning)
  const isToken = meaning?.isTokenCall && { isToken: true as const }
  collectGrant(decoding, { ...receivedBy, account: record.target, asset: 'native', amount, ...isToken })
  if (!meaning) return
  collect(decoding, { meaning, receivedBy, depth })
}

/** The value that a call keeps: what is sent with it, less what its inner calls pass on. */
function ownAmount({ target, value }: CallToDecode, meaning: Meaning | undefined): bigint {
  if (target !== multicall3 || !meaning?.inner) return value
  const passedOn = meaning.inner.reduce((sum, inner) => sum + inner.value, 0n)
  return passedOn < value ? value - passedOn : 0n
}

interface CallMeaning {
  readonly meaning: Meaning
  readonly receivedBy: Pick<Grant, 'call' | 'chainId'>
  readonly depth: number
}

function collect(decoding: EvmDecoding, { meaning, receivedBy, depth }: CallMeaning): void {
  const { collector } = decoding
  const { grants = [], inner = [], operations = [], hidden } = meaning
  for (const { to, ...grant } of grants) collectGrant(decoding, { ...receivedBy, account: evmAccount(to), ...grant })
  if (hidden !== undefined) collector.hidden.push(hidden)
  if (depth >= maximumDepth && inner.length + operations.length > 0) {
    collector.hidden.push(`More than ${maximumDepth} calls lie inside of each other.`)
    return
  }
  const network = defined({ chainId: receivedBy.chainId })
  for (const each of inner) decodeCall(decoding, { ...each, ...network }, depth + 1)
  for (const each of operations) decodeUserOperation(decoding, { ...each, ...network }, depth + 1)
}

/** The meaning of a call: empty for one that only pays, `undefined` for an unknown function. */
function meaningOf(call: CallOfKnown): Meaning | undefined {
  if (call.data === '0x') return {}
  const knownFunction = functions.get(call.data.slice(0, 10).toLowerCase())
  if (!knownFunction) return undefined
  try {
    return knownFunction.read(call)
  } catch {
    return { hidden: 'The arguments of a known function cannot be decoded.' }
  }
}

/**
 * Collects the effects of a user operation: the calls of its account, and the contracts that deploy it or pay for it.
 */
export function decodeUserOperation(
  decoding: EvmDecoding,
  operation: UserOperationParts & { readonly chainId?: number },
  depth = 0,
): void {
  const { sender, helpers, callData, chainId } = operation
  const network = defined({ chainId })
  for (const helper of helpers)
    collectGrant(decoding, { ...network, account: evmAccount(helper), asset: 'native', amount: 0n })
  const data = callData.toLowerCase().startsWith(executeUserOp) ? (`0x${callData.slice(10)}` as const) : callData
  const self = new Set([...decoding.self, evmAccount(sender)])
  decodeCall({ ...decoding, self }, { target: sender, value: 0n, data, ...network }, depth)
}
