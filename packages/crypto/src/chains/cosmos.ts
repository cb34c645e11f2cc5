import { equalBytes, readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { readCosmosAddress } from '../addresses.ts'
import type { ChainSignatures } from '../walletSignature.ts'
import { ecdsaSecret } from './curves.ts'
import { hash160 } from './hash160.ts'
import { isCompactSignature, recoverPublicKey, signDigest } from './secp256k1.ts'

interface Account {
  /** The address in lower case, as wallets write it into what they sign. */
  readonly signer: string
  /** 20 bytes. */
  readonly keyHash: Uint8Array
}

interface Parsed {
  readonly signature: Uint8Array
  /** Absent when the signature came without a key. */
  readonly publicKey?: Uint8Array
}

const keyType = 'tendermint/PubKeySecp256k1'
/** Other key types of accounts, whose addresses or signatures are computed differently. */
const unsupportedKeyTypes = new Set<unknown>([
  'ethermint/PubKeyEthSecp256k1',
  'injective/PubKeyEthSecp256k1',
  'os/PubKeyEthSecp256k1',
  'tendermint/PubKeyEd25519',
  'tendermint/PubKeyMultisigThreshold',
  'tendermint/PubKeySecp256r1',
])

/** Reads the address of an account with a key; module addresses are longer. */
function readAddress(text: string): Account | undefined {
  const keyHash = readCosmosAddress(text)
  return keyHash?.length === 20 ? { signer: text.toLowerCase(), keyHash } : undefined
}

/** The bytes of the ADR-36 sign document: its keys are sorted, and none of its characters needs escaping. */
export function signDataBytes(signer: string, data: Uint8Array): Uint8Array {
  const document = {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data: toBase64(data), signer } }],
    sequence: '0',
  }
  return utf8(JSON.stringify(document))
}

const signDocumentDigest = (signer: string, message: string) => sha256(signDataBytes(signer, utf8(message)))

/** The key of an account, which has an address on each chain. */
export interface CosmosKey {
  /** 33 bytes. */
  readonly publicKey: Uint8Array
  /** 20 bytes: RIPEMD-160 of SHA-256 of the key. */
  readonly keyHash: Uint8Array
  /** The address on a chain with this prefix. */
  addressOn(prefix: string): string
  /** Signs SHA-256 of bytes. @returns 64 bytes */
  sign(bytes: Uint8Array): Uint8Array
}

/** The key that 32 secret bytes stand for. */
export function createCosmosKey(secret: Uint8Array): CosmosKey {
  const secretKey = ecdsaSecret(secp256k1, secret)
  const publicKey = secp256k1.getPublicKey(secretKey, true)
  const keyHash = hash160(publicKey)
  return {
    publicKey,
    keyHash,
    addressOn: (prefix) => bech32.encode(prefix, bech32.toWords(keyHash)),
    sign: (bytes) => signDigest(sha256(bytes), secretKey, 'compact'),
  }
}

/** The members of an object if it has no others than those named. */
function membersOf(value: unknown, ...names: string[]): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const members = Object.entries(value)
  return members.every(([name]) => names.includes(name)) ? Object.fromEntries(members) : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const readText = (value: unknown) => (typeof value === 'string' ? readBase64(value) : undefined)

function parseSignature(text: string): Parsed | 'unsupported' | undefined {
  if (!text.startsWith('{')) {
    const bare = readBase64(text)
    return bare && { signature: bare }
  }
  const outer = membersOf(readJson(text), 'pub_key', 'signature')
  const key = membersOf(outer?.pub_key, 'type', 'value')
  if (unsupportedKeyTypes.has(key?.type)) return 'unsupported'
  const signature = readText(outer?.signature)
  const publicKey = readText(key?.value)
  return key?.type === keyType && signature && publicKey?.length === 33 ? { signature, publicKey } : undefined
}

/** A signature without a key is valid if either of the keys recovered from it has the address. */
function isAccountSignature({ keyHash }: Account, { signature, publicKey }: Parsed, digest: Uint8Array): boolean {
  if (publicKey) return equalBytes(hash160(publicKey), keyHash) && isCompactSignature(signature, digest, publicKey)
  return [0, 1].some((recovery) => {
    const recovered = recoverPublicKey({ signature, recovery }, digest)
    return recovered !== undefined && equalBytes(hash160(recovered), keyHash)
  })
}

/**
 * Cosmos: ADR-36, ECDSA over SHA-256 of the amino sign document. A signature is the JSON that wallets return, with key
 * and signature, or the 64 bytes of the signature in base64; s must be in the lower half. The address is bech32 of
 * RIPEMD-160 of SHA-256 of the compressed key. Other key types, such as those of Ethereum, and multisig keys are not
 * supported.
 */
export const cosmos: ChainSignatures = {
  verify({ address, message, signature }) {
    const account = readAddress(address)
    const parsed = parseSignature(signature)
    if (!account || !parsed) return 'invalid'
    if (parsed === 'unsupported') return 'unsupported'
    return isAccountSignature(account, parsed, signDocumentDigest(account.signer, message)) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'secp256k1') {
    if (kind !== 'secp256k1') throw new RangeError('Accounts of Cosmos are of the kind secp256k1.')
    const { publicKey, addressOn, sign: signBytes } = createCosmosKey(secret)
    const address = addressOn('cosmos')
    const pub_key = { type: keyType, value: toBase64(publicKey) }
    const sign = (message: string) =>
      JSON.stringify({ pub_key, signature: toBase64(signBytes(signDataBytes(address, utf8(message)))) })
    return { address, publicKey: toHex(publicKey), sign }
  },
}
