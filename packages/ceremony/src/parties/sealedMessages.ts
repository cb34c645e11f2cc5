import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { assert, orFail } from '../errors.ts'
import { sharedSecret, type Identity, type RandomBytes } from './identity.ts'

/** The name of this protocol. A relay that speaks another one is of no use to these parties. */
export const protocol = 'latchkey-1'

/** A box on its way from one party to another. Whoever carries it sees everything but the message. */
export interface Box {
  /** Counts the steps of a ceremony from 0. */
  readonly step: number
  /** Party id of the sender. */
  readonly from: string
  /** Party id of the recipient. */
  readonly to: string
  /** Base64url without padding: 24 bytes of nonce, then XChaCha20-Poly1305 ciphertext and tag. */
  readonly sealed: string
}

const nonceBytes = 24

/** Reads UTF-8 without a TextDecoder, which React Native has from 0.85 on. */
const decodeUtf8 = (bytes: Uint8Array) => decodeURIComponent(bytesToHex(bytes).replace(/../g, '%$&'))

/** Keys by identity and other party. They are forgotten with the identity. X25519 costs more than the rest of a box. */
const pairwiseKeys = /* @__PURE__ */ new WeakMap<Identity, Map<string, string>>()

/**
 * The key of two parties, the same for both: HKDF-SHA-256 of their X25519 secret, bound to the protocol and both ids.
 *
 * @returns Hex of 32 bytes.
 * @throws {@link CeremonyError} `invalid_identity`
 */
export function pairwiseKey(self: Identity, otherId: string): string {
  const keys = pairwiseKeys.get(self) ?? new Map<string, string>()
  const existing = keys.get(otherId)
  if (existing) return existing
  const info = JSON.stringify([self.keygenId, otherId].sort())
  const key = bytesToHex(hkdf(sha256, sharedSecret(self, otherId), utf8ToBytes(protocol), utf8ToBytes(info), 32))
  pairwiseKeys.set(self, keys.set(otherId, key))
  return key
}

/** Encodes the purpose of a box. A box does not open as that of another room, step or party. */
function associatedData(roomId: string, { step, from, to }: Omit<Box, 'sealed'>): Uint8Array {
  return utf8ToBytes(JSON.stringify([roomId, step, from, to]))
}

/** A message, and the box that it goes into. */
interface Message {
  readonly roomId: string
  readonly address: Omit<Box, 'sealed'>
  readonly text: string
}

/**
 * Seals a message.
 *
 * @param key - The {@link pairwiseKey} of sender and recipient.
 */
export function seal(key: string, { address, roomId, text }: Message, randomBytes: RandomBytes): Box {
  const nonce = randomBytes(nonceBytes)
  const cipher = xchacha20poly1305(hexToBytes(key), nonce, associatedData(roomId, address))
  return { ...address, sealed: base64urlnopad.encode(concatBytes(nonce, cipher.encrypt(utf8ToBytes(text)))) }
}

/**
 * Opens a box.
 *
 * @param key - The {@link pairwiseKey} of sender and recipient.
 * @returns The message.
 * @throws {@link CeremonyError} `box_unreadable`
 */
export function open(key: string, roomId: string, box: Box): string {
  return orFail('box_unreadable', () => {
    const bytes = base64urlnopad.decode(box.sealed)
    assert(bytes.length > nonceBytes, 'box_unreadable')
    const cipher = xchacha20poly1305(hexToBytes(key), bytes.subarray(0, nonceBytes), associatedData(roomId, box))
    return decodeUtf8(cipher.decrypt(bytes.subarray(nonceBytes)))
  })
}
