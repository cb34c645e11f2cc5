/** Bytes as hex after `0x`. */
export type Hex = `0x${string}`

/** A raw signature: hex of 64 bytes, and which of the possible keys signed. */
export interface RawSignature {
  readonly signature: string
  readonly recovery?: number | undefined
}

/** A request for the service's approval: bytes as hex with `0x`, or with `isFormatted` a digest as hex without. */
export interface SignRequest {
  readonly message: string
  readonly isFormatted?: boolean
  /** The meaning of the bytes. */
  readonly context?: SignContext
}

export type SignContext =
  | { readonly evmMessage: string | { readonly raw: Hex } }
  | { readonly evmTypedData: object }
  | { readonly eip7702Auth: Authorization }

/** A text, or bytes. */
export type Message = string | { readonly raw: Hex | Uint8Array }

/** The parts of a signature. */
export interface SignatureParts {
  readonly r: Hex
  readonly s: Hex
  /** 0 or 1. */
  readonly yParity: number
  /** 27 or 28. */
  readonly v: bigint
}

/** Typed data of EIP-712. */
export interface TypedData {
  readonly domain?: unknown
  readonly types?: unknown
  readonly primaryType?: unknown
  readonly message?: unknown
}

/** An account's delegation to a contract (EIP-7702). */
export interface Authorization {
  /** The contract. */
  readonly address: Hex
  /** 0 is every chain. */
  readonly chainId: number
  readonly nonce: number
}

/** A transaction in the fields of viem. */
export interface Transaction {
  readonly type?: string
  readonly chainId?: number
  readonly nonce?: number
  readonly gasPrice?: bigint
  readonly accessList?: readonly object[]
  readonly authorizationList?: readonly (Authorization & {
    readonly r: Hex
    readonly s: Hex
    readonly yParity?: number
    readonly v?: bigint
  })[]
}

/** Writes a transaction, without a signature or with one, as viem's `serializeTransaction` does. */
export type Serializer = (transaction: object, signature?: SignatureParts) => Hex | Promise<Hex>
