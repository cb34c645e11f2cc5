import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { seededBytes } from '../../test/seededBytes.ts'
import { createIdentity, publicKeyOfParty, sharedSecret } from './identity.ts'
import { open, pairwiseKey, seal } from './sealedMessages.ts'

const randomBytes = seededBytes('sealed messages')
const [ada, ben, eve] = [createIdentity(randomBytes), createIdentity(randomBytes), createIdentity(randomBytes)]
const address = { step: 1, from: ada.keygenId, to: ben.keygenId }
const box = seal(pairwiseKey(ada, ben.keygenId), { roomId: 'room', address, text: 'hello' }, randomBytes)
const keyOfBen = pairwiseKey(ben, ada.keygenId)

describe('a party id', () => {
  it('is the base58 of 32 bytes', () => {
    expect(base58.decode(ada.keygenId)).toHaveLength(32)
    expect(ada.keygenId.length).toBeLessThanOrEqual(44)
  })

  it.each([
    ['is not base58', '0OIl'],
    ['is of 31 bytes', base58.encode(new Uint8Array(31).fill(1))],
    ['is of 33 bytes', base58.encode(new Uint8Array(33).fill(1))],
    ['is empty', ''],
  ])('is refused when it %s', (_, keygenId) => {
    expect(() => publicKeyOfParty(keygenId)).toThrow(expect.objectContaining({ code: 'invalid_identity' }))
  })

  it.each([
    ['zero', new Uint8Array(32)],
    ['one', Uint8Array.of(1, ...new Uint8Array(31))],
  ])('is refused as a partner when it is the point %s, of small order', (_, point) => {
    expect(() => pairwiseKey(ada, base58.encode(point))).toThrow(expect.objectContaining({ code: 'invalid_identity' }))
  })
})

it('the key of two parties is derived from their secret, the protocol and both ids', () => {
  const info = JSON.stringify([ada.keygenId, ben.keygenId].sort())
  const key = hkdf(sha256, sharedSecret(ada, ben.keygenId), utf8ToBytes('latchkey-1'), utf8ToBytes(info), 32)
  expect([pairwiseKey(ada, ben.keygenId), keyOfBen]).toEqual([bytesToHex(key), bytesToHex(key)])
})

describe('a sealed box', () => {
  it('opens for its recipient', () => {
    expect(open(keyOfBen, 'room', box)).toBe('hello')
  })

  it('is sealed under a key that both parties have and that others do not', () => {
    expect(keyOfBen).toBe(pairwiseKey(ada, ben.keygenId))
    expect(pairwiseKey(eve, ada.keygenId)).not.toBe(keyOfBen)
  })

  it('differs each time, although the message is the same', () => {
    expect(seal(keyOfBen, { roomId: 'room', address, text: 'hello' }, randomBytes).sealed).not.toBe(box.sealed)
  })

  it.each([
    ['another room', 'other', box],
    ['another step', 'room', { ...box, step: 2 }],
    ['another sender', 'room', { ...box, from: eve.keygenId }],
    ['another recipient', 'room', { ...box, to: eve.keygenId }],
    ['its way back', 'room', { ...box, from: box.to, to: box.from }],
  ])('does not open as that of %s', (_, roomId, moved) => {
    expect(() => open(keyOfBen, roomId, moved)).toThrow(expect.objectContaining({ code: 'box_unreadable' }))
  })

  it('does not open for a third party', () => {
    expect(() => open(pairwiseKey(eve, ada.keygenId), 'room', box)).toThrow(
      expect.objectContaining({ code: 'box_unreadable' }),
    )
  })

  it('does not open when any of its bytes was changed', () => {
    const bytes = base64urlnopad.decode(box.sealed)
    for (const index of bytes.keys()) {
      const changed = bytes.map((byte, i) => (i === index ? byte ^ 1 : byte))
      expect(() => open(keyOfBen, 'room', { ...box, sealed: base64urlnopad.encode(changed) })).toThrow(
        expect.objectContaining({ code: 'box_unreadable' }),
      )
    }
  })

  it.each(['', '!', base64urlnopad.encode(new Uint8Array(24))])('does not open when it is %j', (sealed) => {
    expect(() => open(keyOfBen, 'room', { ...box, sealed })).toThrow(
      expect.objectContaining({ code: 'box_unreadable' }),
    )
  })
})
