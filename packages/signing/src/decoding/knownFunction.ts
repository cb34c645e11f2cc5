import { functionOf } from '@latchkey/chains/codecs/evmSignatures'
/** Functions of contracts that the decoder understands. This loads `ox`, so import it lazily. */
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

/** A call, with what the decoder knows about its target. */
export interface CallOfKnown extends CallToDecode {
  /** Whether the target holds NFTs of ERC-721, which shares selectors with ERC-20: an id is in the amount's place. */
  readonly isErc721: boolean
}

/** A grant by a call: an address gets an amount of an asset, or the right to take it. */
export interface NamedGrant {
  readonly to: Hex
  readonly asset: Asset
  readonly amount: bigint
  /** Whether it is the contract of tokens that are moved. */
  readonly isToken?: true
}

/** The effects of a call besides the call of its target. */
export interface Meaning {
  readonly grants?: readonly NamedGrant[]
  readonly inner?: readonly InnerCall[]
  /** User operations that an entry point runs. */
  readonly operations?: readonly UserOperationParts[]
  /** Whether it moves tokens of the target, or rights to them. */
  readonly isTokenCall?: true
  /** Why some effects cannot be decoded: a sentence. */
  readonly hidden?: string
}

/** The parts of a user operation (ERC-4337) that policies judge. */
export interface UserOperationParts {
  readonly sender: Hex
  readonly callData: Hex
  /** Contracts that deploy the account, pay for it, or get power over it. */
  readonly helpers: readonly Hex[]
}

/** A function by its selector, with a decoder of its calls. */
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
  const abi = functionOf(`function ${signature}`)
  return {
    selector: AbiFunction.getSelector(abi),
    read(call) {
      const args = AbiFunction.decodeData(abi, call.data, { checksumAddress: false }) ?? []
      return meaning(args as readonly unknown[] & ArgList<S>, call)
    },
  }
}
