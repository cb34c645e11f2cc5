import { concat, equalBytes, readHex, toHex, utf8 } from '@latchkey/base/bytes'
import { defined } from '@latchkey/base/defined'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha3_256 } from '@noble/hashes/sha3.js'
import type { ChainSignatures } from '../walletSignature.ts'
import { isMultipleOrKeylessKey } from './aptosKeys.ts'
import { ecdsaSecret, isEd25519Signature } from './curves.ts'
import { isCompactSignature, signDigest } from './secp256k1.ts'

/** A signature scheme for one key. */
interface Scheme {
  readonly kind: string
  /** The byte that follows the key in the input of the address hash. */
  readonly authenticationScheme: number
  /** Variant and length (BCS) that precede the key and the signature; empty where both are written bare. */
  readonly publicKeyPrefix: Uint8Array
  readonly signaturePrefix: Uint8Array
  readonly publicKeyLength: number
  publicKey(secret: Uint8Array): Uint8Array
  sign(bytes: Uint8Array, secret: Uint8Array): Uint8Array
  verify(signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array): boolean
}

const ed25519Keys = {
  publicKeyLength: 32,
  publicKey: (secret: Uint8Array) => ed25519.getPublicKey(secret),
  sign: (bytes: Uint8Array, secret: Uint8Array) => ed25519.sign(bytes, secret),
  verify: isEd25519Signature,
}

const schemes: readonly Scheme[] = [
  {
    kind: 'ed25519',
    authenticationScheme: 0,
    publicKeyPrefix: Uint8Array.of(),
    signaturePrefix: Uint8Array.of(),
    ...ed25519Keys,
  },
  {
    kind: 'singleKeyEd25519',
    authenticationScheme: 2,
    publicKeyPrefix: Uint8Array.of(0, 32),
    signaturePrefix: Uint8Array.of(0, 64),
    ...ed25519Keys,
  },
  {
    kind: 'singleKeySecp256k1',
    authenticationScheme: 2,
    publicKeyPrefix: Uint8Array.of(1, 65),
    signaturePrefix: Uint8Array.of(1, 64),
    publicKeyLength: 65,
    publicKey: (secret) => secp256k1.getPublicKey(ecdsaSecret(secp256k1, secret), false),
    sign: (bytes, secret) => signDigest(sha3_256(bytes), ecdsaSecret(secp256k1, secret), 'compact'),
    verify: (signature, bytes, publicKey) => isCompactSignature(signature, sha3_256(bytes), publicKey),
  },
]

/** The bytes after a prefix when exactly `length` remain; `undefined` otherwise. */
function withoutPrefix(bytes: Uint8Array, prefix: Uint8Array, length: number): Uint8Array | undefined {
  const isOfForm = bytes.length === prefix.length + length && equalBytes(bytes.subarray(0, prefix.length), prefix)
  return isOfForm ? bytes.subarray(prefix.length) : undefined
}

const addressOf = (scheme: Scheme, publicKey: Uint8Array) =>
  `0x${toHex(sha3_256(concat(scheme.publicKeyPrefix, publicKey, Uint8Array.of(scheme.authenticationScheme))))}`

const signInPrefix = sha3_256(utf8('SIGN_IN_WITH_APTOS::'))

/** AIP-62 signs the text that the wallet composed, AIP-116 (Sign in with Aptos) the sign-in text after a hash. */
export const aptosSignedBytes = (message: string): Uint8Array<ArrayBuffer> =>
  message.startsWith('APTOS\n') ? utf8(message) : concat(signInPrefix, utf8(message))

interface WalletAnswer {
  readonly publicKey: Uint8Array
  readonly signature: Uint8Array
  readonly fullMessage: unknown
  readonly address: unknown
}

/** Hex with `0x` and in lower case, as the chain's own tools write it. */
const readLowerHex = (value: unknown) =>
  typeof value === 'string' && /^0x(?:[\da-f]{2})+$/.test(value) ? readHex(value) : undefined

function readAnswer(text: string): WalletAnswer | undefined {
  try {
    const fields = Object(JSON.parse(text)) as { readonly [name in keyof WalletAnswer]?: unknown }
    const publicKey = readLowerHex(fields.publicKey)
    const signature = readLowerHex(fields.signature)
    return publicKey && signature
      ? { publicKey, signature, fullMessage: fields.fullMessage, address: fields.address }
      : undefined
  } catch {
    return undefined
  }
}

/** Whether two addresses are equal and both written in full (AIP-40). */
const isAddress = (value: unknown, address: string) =>
  typeof value === 'string' && /^0x[\da-fA-F]{64}$/.test(value) && value.toLowerCase() === address

/** The fields of a text that a wallet composes by AIP-62. */
export interface AptosFullMessage {
  readonly address?: string
  /** Origin of the page that asked for the signature. */
  readonly application?: string
  readonly chainId?: number
  /** The message that the application asked the wallet to sign; it may have several lines. */
  readonly message: string
  readonly nonce: string
}

function splitLast(text: string, separator: string): [before: string, after?: string] {
  const index = text.lastIndexOf(separator)
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)]
}

/**
 * Reads the text that a wallet composes and signs (AIP-62, `signMessage`), one field per line: the line `APTOS`;
 * address, application and chain id, each only if the application asked for it; then message and nonce.
 *
 * @returns `undefined` for any other text: another order, an empty value, anything after the nonce.
 */
export function readAptosFullMessage(text: string): AptosFullMessage | undefined {
  const pattern = /^APTOS\n(?:address: (.+)\n)?(?:application: (.+)\n)?(?:chainId: (0|[1-9]\d{0,9})\n)?message: /
  const [start = '', address, application, chainId] = pattern.exec(text) ?? []
  // The message may have such a line as well, so the last one is the nonce.
  const [message, nonce] = splitLast(text.slice(start.length), '\nnonce: ')
  if (start === '' || nonce === undefined || !/^.+$/.test(nonce)) return undefined
  return {
    ...defined({ address, application, chainId: chainId === undefined ? undefined : Number(chainId) }),
    message,
    nonce,
  }
}

/**
 * Aptos. A signature is a JSON object with
 * - `publicKey`: lower-case hex with `0x`. 32 bytes are an ed25519 key. `00 20` and 32 bytes, or `01 41` and 65 bytes,
 *   are an `AnyPublicKey` in BCS, of ed25519 or secp256k1;
 * - `signature`: lower-case hex with `0x`, 64 bytes. For an `AnyPublicKey` it may also be an `AnySignature` in BCS,
 *   which starts with `00 40` or `01 40`;
 * - `fullMessage` and `address`: optional. If present, they must equal the message and the address.
 *
 * Other members are ignored. If a message starts with the line `APTOS`, the wallet composed it (AIP-62), and its UTF-8
 * bytes are signed as they are. Any other message is a sign-in text (AIP-116), and is signed after SHA3-256 of
 * `SIGN_IN_WITH_APTOS::`. secp256k1 keys sign SHA3-256 of these bytes, with s in the lower half.
 *
 * The address is written in full, 64 hex digits, and is derived from the key, so rotated keys do not verify. Multi-key
 * accounts, keyless accounts, and accounts of secp256r1 and SLH-DSA are not supported.
 */
export const aptos: ChainSignatures = {
  verify({ address, message, signature }) {
    const answer = readAnswer(signature)
    if (!answer) return 'invalid'
    if (isMultipleOrKeylessKey(answer.publicKey)) return 'unsupported'
    if (answer.fullMessage !== undefined && answer.fullMessage !== message) return 'invalid'
    for (const scheme of schemes) {
      const publicKey = withoutPrefix(answer.publicKey, scheme.publicKeyPrefix, scheme.publicKeyLength)
      if (!publicKey) continue
      const derived = addressOf(scheme, publicKey)
      if (!isAddress(address, derived) || (answer.address !== undefined && !isAddress(answer.address, derived)))
        return 'invalid'
      const bytes = withoutPrefix(answer.signature, scheme.signaturePrefix, 64) ?? answer.signature
      return scheme.verify(bytes, aptosSignedBytes(message), publicKey) ? 'valid' : 'invalid'
    }
    return 'invalid'
  },

  createSigner(secret, kind) {
    const key = createAptosKey(secret, kind)
    const publicKey = `0x${toHex(key.publicKey)}`
    const sign = (message: string) =>
      JSON.stringify({ publicKey, signature: `0x${toHex(key.sign(aptosSignedBytes(message)))}` })
    return { address: key.address, publicKey, sign }
  },
}

/** A key of Aptos. */
export interface AptosKey {
  readonly address: string
  /** Whether key and signature are an `AnyPublicKey` and an `AnySignature` in BCS. Otherwise they are those of ed25519. */
  readonly isSingleKey: boolean
  readonly publicKey: Uint8Array
  /** Signs bytes as they are. */
  sign(bytes: Uint8Array): Uint8Array
  /** Whether this key has signed the bytes. */
  verify(bytes: Uint8Array, signature: Uint8Array): boolean
}

/** The kinds of keys, the usual one first. */
export const aptosKinds: readonly string[] = schemes.map(({ kind }) => kind)

/** @param secret - 32 bytes. @throws RangeError for another kind */
export function createAptosKey(secret: Uint8Array, kind = 'ed25519'): AptosKey {
  const scheme = schemes.find((candidate) => candidate.kind === kind)
  if (!scheme)
    throw new RangeError('Accounts of Aptos are of the kinds ed25519, singleKeyEd25519 and singleKeySecp256k1.')
  const bare = scheme.publicKey(secret)
  return {
    address: addressOf(scheme, bare),
    isSingleKey: scheme.publicKeyPrefix.length > 0,
    publicKey: concat(scheme.publicKeyPrefix, bare),
    sign: (bytes) => concat(scheme.signaturePrefix, scheme.sign(bytes, secret)),
    verify(bytes, signature) {
      const bareSignature = withoutPrefix(signature, scheme.signaturePrefix, 64)
      return bareSignature !== undefined && scheme.verify(bareSignature, bytes, bare)
    },
  }
}
