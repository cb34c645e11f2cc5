import { concat, equalBytes, readBase58, readHex } from '@latchkey/base/bytes'
/**
 * Readers of addresses, by chain. Each accepts the spellings that wallets and the tools of the chain write, and returns
 * `undefined` for any other text, such as one with a wrong checksum. Nothing here verifies signatures, so no curve is
 * loaded.
 */
import { sha256, sha512_256 } from '@noble/hashes/sha2.js'
import { base32nopad, bech32, bech32m, createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)

/**
 * The 32 bytes of a Solana or Eclipse address, in base58. They may not be a key: program addresses are off the curve.
 */
export function readSolanaAddress(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = text.length > 44 ? undefined : readBase58(text)
  return bytes?.length === 32 ? bytes : undefined
}

/** First byte of Tron addresses of the main network. */
export const tronPrefix = 0x41

/** The 20 bytes of a Tron account: base58 of the network's prefix, the account and four bytes of checksum. */
export function readTronAddress(text: string): Uint8Array | undefined {
  if (!/^T[^]{33}$/.test(text)) return undefined
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && bytes[0] === tronPrefix ? bytes.subarray(1) : undefined
  } catch {
    return undefined
  }
}

/** Writes a Tron account's address. */
export function writeTronAddress(account: Uint8Array): string {
  return base58check.encode(concat(Uint8Array.of(tronPrefix), account))
}

/** The key in an Algorand address: 58 characters of base32 in upper case, with two unused bits that are zero. */
export function readAlgorandAddress(text: string): Uint8Array | undefined {
  if (text.length !== 58) return undefined
  try {
    const bytes = base32nopad.decode(text)
    const publicKey = bytes.subarray(0, 32)
    return equalBytes(bytes.subarray(32), algorandChecksum(publicKey)) ? publicKey : undefined
  } catch {
    return undefined
  }
}

/** Writes the Algorand address of a key: the key and the last four bytes of its SHA-512/256. */
export function writeAlgorandAddress(publicKey: Uint8Array): string {
  return base32nopad.encode(concat(publicKey, algorandChecksum(publicKey)))
}

function algorandChecksum(publicKey: Uint8Array): Uint8Array {
  return sha512_256(publicKey).subarray(-4)
}

/**
 * The bytes of a Cosmos address, which is bech32 with the prefix of its chain: 20 for an account with a key, and 32 for
 * module and contract accounts.
 */
export function readCosmosAddress(text: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(text, false)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  const isAddress = decoded && /^[a-z\d]{1,83}$/.test(decoded.prefix) && (bytes?.length === 20 || bytes?.length === 32)
  return isAddress ? bytes : undefined
}

/** Prefixes of the main network and of regtest, each with its earlier prefix. */
const sparkPrefixes = new Set(['spark', 'sp', 'sparkrt', 'sprt'])

/** Field 1 of a protobuf message: 33 bytes, the identity key. */
const identityKeyField = Uint8Array.of(0x0a, 0x21)

/**
 * The identity key of a Spark account: bech32m of it, or the key itself in hex. An invoice holds more than the key, so
 * it is not an address.
 *
 * @returns 33 bytes in the form of a compressed key. Signature verification checks that they are a point.
 */
export function readSparkAddress(text: string): Uint8Array | undefined {
  const key = /^[\da-f]{66}$/i.test(text) ? readHex(text) : sparkKeyOf(text)
  return key?.[0] === 2 || key?.[0] === 3 ? key : undefined
}

/** Writes the address of an identity key on the main network. */
export function writeSparkAddress(identityKey: Uint8Array): string {
  return bech32m.encode('spark', bech32m.toWords(concat(identityKeyField, identityKey)))
}

function sparkKeyOf(text: string): Uint8Array | undefined {
  const decoded = bech32m.decodeUnsafe(text)
  const bytes = decoded && bech32m.fromWordsUnsafe(decoded.words)
  if (bytes?.length !== 35 || !decoded || !sparkPrefixes.has(decoded.prefix)) return undefined
  return equalBytes(bytes.subarray(0, 2), identityKeyField) ? bytes.subarray(2) : undefined
}

/** The upper bound of Starknet addresses, so that each is a valid storage address. */
export const starknetAddressLimit = (1n << 251n) - 256n

/** Reads a Starknet address as a number, with or without leading zeros. */
export function readStarknetAddress(text: string): bigint | undefined {
  if (!/^0x[\da-fA-F]{1,64}$/.test(text)) return undefined
  const address = BigInt(text)
  return address > 0n && address < starknetAddressLimit ? address : undefined
}
