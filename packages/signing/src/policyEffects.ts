import type { Account } from '@latchkey/chains/chains'
import type { Asset } from './policyChains.ts'

/** A call of a contract, at any depth of a request. */
export interface ContractCall {
  readonly target: Account
  /** Absent where the request counts on every network. */
  readonly chainId?: number
  /** `0x` and hex. */
  readonly data: string
  /** Whether it was decoded without the help of a rule. */
  readonly isDecoded: boolean
}

/** A grant: an account gets value, or power over it. */
export interface Grant {
  readonly account: Account
  /** Other accounts that stand for the same one, such as the owner of a token account. */
  readonly aliases?: readonly Account[]
  /** Absent where the request counts on every network. */
  readonly chainId?: number | undefined
  readonly asset: Asset
  /** In the smallest unit. An allowance counts as if it were spent. */
  readonly amount: bigint
  /** The call that the account receives, or that names it. */
  readonly call?: ContractCall
  /** Whether it is the contract of tokens that are moved, or of rights to them. */
  readonly isToken?: true
  /** Whether the grant needs no rule, like those to the wallet itself and to programs that everybody uses. */
  readonly isCommon?: true
}

/** The most that the wallet pays to the network, in the smallest unit of the chain's currency. */
export interface Fee {
  readonly amount: bigint
  /** Absent where the request counts on every network. */
  readonly chainId?: number
}

/** A part that cannot be decoded, as a sentence. */
export interface UnknownPart {
  readonly reason: string
  /** Absent where the request counts on every network. */
  readonly chainId?: number | undefined
}

/** The effects of a request, as far as its bytes tell them. */
export interface PolicyEffects {
  /** `message`: gives nobody anything. `raw`: a digest that nothing explains. */
  readonly kind: 'message' | 'raw' | 'transaction'
  readonly grants: readonly Grant[]
  readonly calls: readonly ContractCall[]
  readonly fees: readonly Fee[]
  /** The parts that may give something to unknown accounts. */
  readonly unknown: readonly UnknownPart[]
  /** The reasons why the decoder cannot see all effects, as sentences. */
  readonly hidden: readonly string[]
  /** Of a transaction that needs a signature for each of its inputs, so that its amounts are charged once. */
  readonly transactionId?: string
}

/** Collects effects while a request is decoded. */
export class EffectCollector {
  readonly grants: Grant[] = []
  readonly calls: ContractCall[] = []
  readonly fees: Fee[] = []
  readonly unknown: UnknownPart[] = []
  readonly hidden: string[] = []

  effects(): PolicyEffects {
    const { grants, calls, fees, unknown, hidden } = this
    return { kind: 'transaction', grants, calls, fees, unknown, hidden }
  }
}

const nothing = { grants: [], calls: [], fees: [], unknown: [], hidden: [] }
export const messageEffects: PolicyEffects = { kind: 'message', ...nothing }
export const rawEffects: PolicyEffects = { kind: 'raw', ...nothing }
