import { keccak_256 } from '@noble/hashes/sha3.js'
import { readHex, toHex, utf8 } from '../../crypto/bytes.ts'
import type { RawSignature } from './embeddedKey.ts'

export type Hex = `0x${string}`

/** What the service is asked to approve: bytes in hex, or a digest. */
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
  readonly address?: Hex
  readonly contractAddress?: Hex
  /** 0 for every chain. */
  readonly chainId: number
  readonly nonce: number
}

interface SignedAuthorization extends Required<Omit<Authorization, 'contractAddress'>> {
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

/** What a wallet of EVM signs. */
export interface EvmSigning {
  /** A digest of 32 bytes. The service cannot see what it is for. */
  sign(parameters: { readonly hash: Hex }): Promise<Hex>
  /** EIP-191. */
  signMessage(parameters: { readonly message: EvmMessage }): Promise<Hex>
  /** EIP-712, in viem's form. */
  signTypedData(typedData: object): Promise<Hex>
  /** A transaction in viem's form. @returns It is serialized, with its signature. */
  signTransaction(transaction: object, options?: { readonly serializer?: Serializer }): Promise<Hex>
  /** EIP-7702. */
  signAuthorization(authorization: Authorization): Promise<SignedAuthorization>
}

/** The longest text of `waas.signMessage`. */
const maximumMessageLength = 16_384

/** Fields of a domain that `waas.signMessage` takes. */
const domainFields = new Set(['name', 'version', 'chainId', 'verifyingContract'])

/** JSON has no integers as large as those of Ethereum: they go as decimal texts. */
const toJson = (value: unknown): object =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner)))

export function createEvmSigning(signDigest: SignDigest): EvmSigning {
  /** Signs the hash of bytes. The service gets the bytes themselves, to see what they are for. */
  function signBytes(bytes: Hex, context?: object): Promise<RawSignature> {
    const digest = toHex(keccak_256(readHex(bytes) ?? new Uint8Array()))
    const isLong = bytes.length > maximumMessageLength
    const request = isLong ? { message: digest, isFormatted: true } : { message: bytes }
    return signDigest(digest, { ...request, ...(context && { context }) })
  }

  return {
    async sign({ hash }) {
      return write(await signDigest(hash.slice(2), { message: hash, isFormatted: true }))
    },
    async signMessage({ message }) {
      const { encode } = await import('ox/PersonalMessage')
      const raw: Hex = `0x${toHex(bytesOf(message))}`
      const context = raw.length <= maximumMessageLength ? { evmMessage: { raw } } : undefined
      return write(await signBytes(encode(raw), context))
    },
    async signTypedData(typedData) {
      const { encode } = await import('ox/TypedData')
      const { domain = {}, types, primaryType, message } = typedData as Record<string, object | undefined>
      const bytes = encode({ domain, types, primaryType, message } as unknown as Parameters<typeof encode>[0])
      const isKnown = Object.keys(domain).every((name) => domainFields.has(name))
      const chainId = (domain as { chainId?: number | bigint }).chainId
      const numbered = { ...domain, ...(chainId !== undefined && { chainId: Number(chainId) }) }
      const context = { evmTypedData: toJson({ domain: numbered, types, primaryType, message }) }
      return write(await signBytes(bytes, isKnown ? context : undefined))
    },
    async signTransaction(transaction, { serializer = serialize } = {}) {
      const signature = await signBytes(await serializer(transaction))
      return serializer(transaction, split(signature))
    },
    async signAuthorization({ address, contractAddress = address, chainId, nonce }) {
      if (!contractAddress) throw new TypeError('Failed to call "signAuthorization()": "contractAddress" is missing.')
      const authorization = { address: contractAddress, chainId, nonce }
      const { toTuple } = await import('ox/Authorization')
      const { fromHex } = await import('ox/Rlp')
      const list = fromHex(toTuple({ ...authorization, nonce: BigInt(nonce) }))
      const signature = await signBytes(`0x05${list.slice(2)}`, { eip7702Auth: authorization })
      return { ...authorization, ...split(signature) }
    },
  }
}

/** As Ethereum writes a signature: `r`, `s`, and 27 or 28. */
const write = ({ signature, recovery = 0 }: RawSignature): Hex => `0x${signature}${(27 + recovery).toString(16)}`

function split({ signature, recovery: yParity = 0 }: RawSignature) {
  const [r, s] = [signature.slice(0, 64), signature.slice(64)]
  return { r: `0x${r}`, s: `0x${s}`, yParity, v: BigInt(27 + yParity) } as const
}

/** Writes a transaction in viem's form. */
async function serialize(transaction: object, signature?: Parameters<Serializer>[1]): Promise<Hex> {
  const envelopes = await import('ox/TxEnvelope')
  const {
    nonce = 0,
    authorizationList,
    ...fields
  } = transaction as {
    readonly nonce?: number
    readonly authorizationList?: readonly SignedAuthorization[]
  }
  const list = authorizationList?.map(({ v, yParity = Number(v) - 27, nonce: next, ...authorization }) => ({
    ...authorization,
    nonce: BigInt(next),
    yParity,
  }))
  const envelope = { ...fields, nonce: BigInt(nonce), ...(list && { authorizationList: list }) }
  const { r, s, yParity } = signature ?? {}
  const options = signature && { signature: { r, s, yParity } }
  return envelopes.serialize(envelope as never, options as never)
}

function bytesOf(message: EvmMessage): Uint8Array {
  if (typeof message === 'string') return utf8(message)
  return typeof message.raw === 'string' ? (readHex(message.raw) ?? new Uint8Array()) : message.raw
}
