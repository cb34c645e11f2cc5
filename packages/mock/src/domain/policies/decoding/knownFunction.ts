/** Functions of contracts that the service understands. This loads `ox`, so import it lazily. */
import * as AbiFunction from 'ox/AbiFunction'
import type { Asset } from '../policyChains.ts'

export type Hex = `0x${string}`

/** A call that a contract makes. */
export interface InnerCall {
  readonly target: Hex
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
}

/** A call, as it is decoded. The target is in lower case. */
export interface CallToDecode extends InnerCall {
  /** Absent where the request counts on every network. */
  readonly chainId?: number
}

/** A call, and what is known of its target. */
export interface CallOfKnown extends CallToDecode {
  /** Whether the target holds NFTs of ERC-721, which shares selectors with ERC-20: an id is in the amount's place. */
  readonly isErc721: boolean
}

/** Somebody who gets something by a call. */
export interface NamedGrant {
  readonly to: Hex
  readonly asset: Asset
  readonly amount: bigint
  /** Whether it is the contract of tokens that are moved. */
  readonly isToken?: true
}

/** What a call does besides reaching its target. */
export interface Meaning {
  readonly grants?: readonly NamedGrant[]
  readonly inner?: readonly InnerCall[]
  /** User operations that an entry point runs. */
  readonly operations?: readonly UserOperationParts[]
  /** Whether it moves tokens of the target, or rights to them. */
  readonly isTokenCall?: true
  /** Why not everything can be seen: a sentence. */
  readonly hidden?: string
}

/** What a policy has to know of a user operation (ERC-4337). */
export interface UserOperationParts {
  readonly sender: Hex
  readonly callData: Hex
  /** Contracts that deploy the account, pay for it, or get power over it. */
  readonly helpers: readonly Hex[]
}

/** A function by its signature in Solidity, and what a call of it means. */
export interface KnownFunction {
  readonly selector: Hex
  /** @throws for data that does not decode */
  read(call: CallOfKnown): Meaning
}

type Parsed<S> = S extends string
  ? Extract<AbiFunction.from.ReturnType<`function ${S}`>, AbiFunction.AbiFunction>
  : never
type Args<S> = AbiFunction.decodeData.ReturnType<Parsed<S>>
type ArgList<S> = Args<S> extends readonly unknown[] ? Args<S> : []

/** Declares a function. Its arguments have the types of the signature. */
export function knownFunction<const S extends string>(
  signature: S,
  meaning: (args: ArgList<S>, call: CallOfKnown) => Meaning,
): KnownFunction {
  const abi = AbiFunction.from(`function ${signature}` as never) as AbiFunction.AbiFunction
  return {
    selector: AbiFunction.getSelector(abi),
    read: (call) => meaning((AbiFunction.decodeData(abi, call.data, { checksumAddress: false }) ?? []) as never, call),
  }
}
