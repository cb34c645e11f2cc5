import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, createBase58check } from '@scure/base'
import { assert, CeremonyError } from '../errors.ts'
import { publicKeyOfSeed } from './seeds.ts'

/** How wallets of a chain write a private key. */
export type PrivateKeyFormat = 'EVM' | 'BTC' | 'SVM' | 'SUI' | 'TON'

interface Format {
  /** The form of the text, as the end of a sentence. */
  readonly form: string
  write(privateKey: Uint8Array): string
  /** Throws when the text is of another form. */
  read(text: string): Uint8Array
}

const base58check = createBase58check(sha256)

/** Bytes between a prefix and a suffix that have to be there. */
function between(bytes: Uint8Array, prefix: readonly number[], suffix: readonly number[]): Uint8Array {
  const inner = bytes.slice(prefix.length, prefix.length + 32)
  const whole = concatBytes(Uint8Array.from(prefix), inner, Uint8Array.from(suffix))
  assert(bytesToHex(whole) === bytesToHex(bytes), 'invalid_private_key_format')
  return inner
}

/** The public key that a Solana keypair ends in. */
const publicHalfOf = (seed: Uint8Array) => hexToBytes(publicKeyOfSeed(bytesToHex(seed)))

/** The bytes of a list in JSON. */
function listedBytes(text: string): Uint8Array {
  const list: unknown = JSON.parse(text)
  const isByte = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
  assert(Array.isArray(list) && list.every(isByte), 'invalid_private_key_format')
  return Uint8Array.from(list as number[])
}

const formats: Readonly<Record<PrivateKeyFormat, Format>> = {
  /** Hex after `0x`. */
  EVM: {
    form: '64 hex digits, with or without 0x',
    write: (privateKey) => `0x${bytesToHex(privateKey)}`,
    read: (text) => hexToBytes(text.replace(/^0x/i, '')),
  },
  /** Wallet import format of the main network, for a compressed public key. */
  BTC: {
    form: 'the wallet import format of the main network, for a compressed public key',
    write: (privateKey) => base58check.encode(concatBytes(Uint8Array.of(0x80), privateKey, Uint8Array.of(1))),
    read: (text) => between(base58check.decode(text), [0x80], [1]),
  },
  /**
   * Base58 of the seed and the public key, 64 bytes. Files of `solana-keygen` have them as a list in JSON. The seed is not
   * taken without the public key, since an address looks the same.
   */
  SVM: {
    form: 'base58 of 64 bytes, the seed and the public key, or these bytes as a list in JSON',
    write: (seed) => base58.encode(concatBytes(seed, publicHalfOf(seed))),
    read(text) {
      const bytes = text.startsWith('[') ? listedBytes(text) : base58.decode(text)
      return between(bytes, [], [...publicHalfOf(bytes.slice(0, 32))])
    },
  },
  /** Bech32 of the flag of ed25519 and the seed (SIP-15). */
  SUI: {
    form: 'the suiprivkey1… of a key of Ed25519',
    write: (seed) => bech32.encodeFromBytes('suiprivkey', concatBytes(Uint8Array.of(0), seed)),
    read(text) {
      const { prefix, bytes } = bech32.decodeToBytes(text)
      assert(prefix === 'suiprivkey', 'invalid_private_key_format')
      return between(bytes, [0], [])
    },
  },
  /** Hex of the seed. */
  TON: { form: 'the 64 hex digits of the seed', write: bytesToHex, read: hexToBytes },
}

/** Chains whose private keys are scalars of secp256k1. Those of the others are seeds of ed25519. */
const scalarFormats: ReadonlySet<PrivateKeyFormat> = new Set(['EVM', 'BTC'])

/**
 * Writes a private key as wallets of the chain do.
 *
 * @param privateKey - Hex of 32 bytes: a scalar on EVM and BTC, a seed on the others.
 */
export function writePrivateKey(format: PrivateKeyFormat, privateKey: string): string {
  return formats[format].write(hexToBytes(privateKey))
}

/**
 * Reads a private key as wallets of the chain write it. Spaces and line ends around it, which a file adds, are left out.
 *
 * @returns Hex of 32 bytes, as a dealer takes it.
 * @throws {@link CeremonyError} `invalid_private_key_format`
 */
export function readPrivateKey(format: PrivateKeyFormat, text: string): string {
  const { form, read } = formats[format]
  try {
    const privateKey = read(text.trim())
    const isScalar = scalarFormats.has(format)
    if (privateKey.length === 32 && (!isScalar || secp256k1.utils.isValidSecretKey(privateKey)))
      return bytesToHex(privateKey)
  } catch {
    // The errors of the libraries quote the key.
  }
  throw new CeremonyError('invalid_private_key_format', { detail: `It has to be ${form}.` })
}
