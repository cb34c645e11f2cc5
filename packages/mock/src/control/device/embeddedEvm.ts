import { readHex, toHex } from '@latchkey/base/bytes'
import { createSigning, type EvmSigning as DeviceSigning } from '@latchkey/device/signing'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { RawSignature } from './embeddedKey.ts'

export type Hex = `0x${string}`

/** The request that the service approves: bytes in hex, or a digest. */
interface EvmRequest {
  readonly message: string
  readonly isFormatted?: boolean
  readonly context?: object
}

/** Signs 32 bytes, in hex, once the service has approved the request that they come from. */
type SignDigest = (digest: string, request: EvmRequest) => Promise<RawSignature>

/** A text, or bytes. */
type EvmMessage = string | { readonly raw: Hex | Uint8Array }

interface Authorization {
  /** The contract whose code the account gets. */
  readonly address?: Hex | undefined
  readonly contractAddress?: Hex | undefined
  /** 0 for every chain. */
  readonly chainId: number
  readonly nonce: number
}

interface SignedAuthorization {
  readonly address: Hex
  readonly chainId: number
  readonly nonce: number
  readonly r: Hex
  readonly s: Hex
  readonly v: bigint
  readonly yParity: number
}

/** Writes a transaction, without a signature or with one, as viem's `serializeTransaction` does. */
type Serializer = (
  transaction: object,
  signature?: Pick<SignedAuthorization, 'r' | 's' | 'v' | 'yParity'>,
) => Hex | Promise<Hex>

/** The signing functions of an EVM wallet. */
export interface EvmSigning {
  /** Signs a digest of 32 bytes. The service cannot see its meaning. */
  sign(parameters: { readonly hash: Hex }): Promise<Hex>
  /** EIP-191. */
  signMessage(parameters: { readonly message: EvmMessage }): Promise<Hex>
  /** EIP-712, in viem's form. */
  signTypedData(typedData: object): Promise<Hex>
  /** A transaction in viem's form. @returns It is serialized, with its signature. */
  signTransaction(transaction: object, options?: { readonly serializer?: Serializer | undefined }): Promise<Hex>
  /** EIP-7702. */
  signAuthorization(authorization: Authorization): Promise<SignedAuthorization>
}

/** The digest that a request comes from, in hex. */
const digestOf = ({ message, isFormatted }: EvmRequest): string =>
  isFormatted ? message : toHex(keccak_256(readHex(message) ?? new Uint8Array()))

export function createEvmSigning(signDigest: SignDigest): EvmSigning & Pick<DeviceSigning, 'signUserOperation'> {
  return createSigning({
    sign: (request) => signDigest(digestOf(request), request),
    unsupported: (message) => new TypeError(`Failed to call "signTransaction()": ${message}`),
  })
}
