import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { CeremonyError } from '../../shared/ceremonyError.ts'
import type { SignInput, WalletChain } from '../engine.ts'

type Message = Pick<SignInput, 'message' | 'isFormatted'>

/** The bytes of hex with or without `0x`; undefined for any other text. */
function readHex(text: string): Uint8Array | undefined {
  const hex = text.replace(/^0x/i, '')
  return /^([0-9a-f]{2})*$/i.test(hex) ? hexToBytes(hex) : undefined
}

const unsupported = (sentence: string) => new CeremonyError('unsupported', sentence)

/** Bytes on EVM: at least one, after `0x`. */
const evmBytes = /^0x([0-9a-f]{2})+$/i

/** A digest of 32 bytes, as it is. */
function digestOf(text: string): Uint8Array {
  const digest = readHex(text)
  if (digest?.length !== 32) throw unsupported('A formatted message is a digest: 32 bytes as hex.')
  return digest
}

/** Ed25519 hashes by itself: the message is its bytes. */
function bytesOf({ message, isFormatted }: Message): Uint8Array {
  const bytes = isFormatted || message !== '' ? readHex(message) : undefined
  if (!bytes && isFormatted) throw unsupported('A formatted message is hex.')
  return bytes ?? utf8ToBytes(message)
}

const writers: Readonly<Record<WalletChain, (message: Message) => Uint8Array>> = {
  EVM({ message, isFormatted }) {
    if (isFormatted) return digestOf(message)
    const bytes = evmBytes.test(message) ? readHex(message) : undefined
    return keccak_256(bytes ?? utf8ToBytes(message))
  },
  // The digest of a PSBT depends on the key as well: bitcoin/psbts.ts.
  BTC: ({ message }) => digestOf(message),
  SVM: bytesOf,
  SUI: bytesOf,
  TON: bytesOf,
}

/**
 * Computes the bytes that the parties sign for an approved message: the digest on EVM and Bitcoin, the message itself
 * elsewhere. The service computes the same on its side.
 *
 * @returns Hex.
 * @throws {@link CeremonyError} `unsupported`
 */
export function signedMessageOf(chain: WalletChain, message: Message): string {
  return bytesToHex(writers[chain](message))
}
