import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, createBase58check } from '@scure/base'
import { assert, orFail } from '../errors.ts'
import { publicKeyOfSeed } from './seeds.ts'

/** How wallets of a chain write a private key. */
export type PrivateKeyFormat = 'EVM' | 'BTC' | 'SVM' | 'SUI' | 'TON'

interface Format {
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

const formats: Readonly<Record<PrivateKeyFormat, Format>> = {
  /** Hex after `0x`. */
  EVM: {
    write: (privateKey) => `0x${bytesToHex(privateKey)}`,
    read: (text) => hexToBytes(text.replace(/^0x/, '')),
  },
  /** Wallet import format of the main network, for a compressed public key. */
  BTC: {
    write: (privateKey) => base58check.encode(concatBytes(Uint8Array.of(0x80), privateKey, Uint8Array.of(1))),
    read: (text) => between(base58check.decode(text), [0x80], [1]),
  },
  /** Base58 of the seed and the public key, 64 bytes. */
  SVM: {
    write: (seed) => base58.encode(concatBytes(seed, publicHalfOf(seed))),
    read(text) {
      const bytes = base58.decode(text)
      return between(bytes, [], [...publicHalfOf(bytes.slice(0, 32))])
    },
  },
  /** Bech32 of the flag of ed25519 and the seed (SIP-15). */
  SUI: {
    write: (seed) => bech32.encodeFromBytes('suiprivkey', concatBytes(Uint8Array.of(0), seed)),
    read(text) {
      const { prefix, bytes } = bech32.decodeToBytes(text)
      assert(prefix === 'suiprivkey', 'invalid_private_key_format')
      return between(bytes, [0], [])
    },
  },
  /** Hex of the seed. */
  TON: { write: bytesToHex, read: hexToBytes },
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
 * Reads a private key as wallets of the chain write it.
 *
 * @returns Hex of 32 bytes, as a dealer takes it.
 * @throws {@link CeremonyError} `invalid_private_key_format`
 */
export function readPrivateKey(format: PrivateKeyFormat, text: string): string {
  const privateKey = orFail('invalid_private_key_format', () => formats[format].read(text))
  assert(privateKey.length === 32, 'invalid_private_key_format')
  const isUsable = !scalarFormats.has(format) || secp256k1.utils.isValidSecretKey(privateKey)
  assert(isUsable, 'invalid_private_key_format')
  return bytesToHex(privateKey)
}
