import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hashMessage, recoverAddress, verifyMessage } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { makeWallet, partiesAt, signPlan, signWith, tripleDealer } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { wrongPoints } from '../../test/points.ts'
import { seededBytes } from '../../test/seededBytes.ts'
import { join } from '../allCeremonies.ts'
import { publicKeyOf } from '../keys/derivation.ts'
import type { KeySet } from '../keys/keySets.ts'
import type { Message } from './messages.ts'

const path = [44, 60, 0, 0, 0]
const ofTwo = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
const ofThree = makeWallet('secp256k1-ecdsa', 'TWO_OF_THREE')
const ofFive = makeWallet('secp256k1-ecdsa', 'THREE_OF_FIVE')
const text = 'hello'
const digest = hashMessage(text).slice(2)

const addressOf = (keySet: KeySet) => {
  const point = secp256k1.Point.fromHex(publicKeyOf(keySet, { path }))
  return publicKeyToAddress(`0x${point.toHex(false)}`)
}
const toViem = ({ signature, recovery = 0 }: { signature: string; recovery?: number }) =>
  `0x${signature}${(27 + recovery).toString(16)}` as const

describe('a signature of ECDSA', () => {
  it.each([
    ['both of two', ofTwo, [1, 2]],
    ['both of two, the other way round', ofTwo, [2, 1]],
    ...[
      [1, 2],
      [1, 3],
      [2, 3],
    ].map((indices) => [`parties ${indices.join()} of three`, ofThree, indices] as const),
    ...[
      [1, 2, 3],
      [5, 3, 1],
      [2, 4, 5],
    ].map((indices) => [`parties ${indices.join()} of five`, ofFive, indices] as const),
  ] as const)('of %s is that of the derived address, in viem', async (_, wallet, indices) => {
    const signature = toViem(signWith(wallet, partiesAt(wallet, indices), { message: digest, path }))
    const address = addressOf(wallet.keySet)
    expect(await verifyMessage({ address, message: text, signature })).toBe(true)
    expect(await recoverAddress({ hash: hashMessage(text), signature })).toBe(address)
  })

  it('always has the low s', () => {
    const signatures = Array.from({ length: 12 }, (_, i) => {
      const digest = bytesToHex(sha256(utf8ToBytes(`message ${i}`)))
      const { signature, publicKey, recovery = 0 } = signWith(ofTwo, partiesAt(ofTwo, [1, 2]), { message: digest })
      const bytes = hexToBytes(signature)
      expect(secp256k1.verify(bytes, hexToBytes(digest), hexToBytes(publicKey), { prehash: false, lowS: true })).toBe(
        true,
      )
      const recovered = secp256k1.Signature.fromBytes(bytes)
        .addRecoveryBit(recovery)
        .recoverPublicKey(hexToBytes(digest))
      expect(recovered.toHex(true)).toBe(publicKey)
      return recovery
    })
    expect(new Set(signatures)).toEqual(new Set([0, 1]))
  })

  it.each(['00'.repeat(32), 'ff'.repeat(32)])('may be of a digest at the edge of the field: %s', (digest) => {
    expect(signWith(ofTwo, partiesAt(ofTwo, [1, 2]), { message: digest }).signature).toHaveLength(128)
  })

  it('has another nonce each time', () => {
    const signatureOf = (seed: string) =>
      signWith(ofTwo, partiesAt(ofTwo, [1, 2]), { message: digest, randomBytes: seededBytes(seed) }).signature.slice(
        0,
        64,
      )
    expect(signatureOf('one')).not.toBe(signatureOf('two'))
  })
})

describe('signing with ECDSA', () => {
  const signers = partiesAt(ofTwo, [1, 2])
  const [liar, other] = signers as [(typeof signers)[0], (typeof signers)[0]]
  const plan = signPlan(ofTwo, signers, { message: digest, path })
  const parties = [{ identity: tripleDealer }, ...signers]
  const fail =
    (step: number, change: (message: Message) => Message, sender = liar.identity) =>
    () =>
      play(plan, parties, { carry: forge(plan.roomId, { liar: sender, step }, change) })
  const wrong = (code: string) => expect.objectContaining({ code })

  it('takes three turns after the triples, and the signature', () => {
    const { sent } = play(plan, parties)
    expect(sent.map(({ step }) => step)).toEqual([0, 0, 1, 1, 2, 2, 3, 4])
  })

  it.each([
    ['invalid triples', 0, { c: ['11'.repeat(32), '11'.repeat(32)] }, tripleDealer],
    ['factors of another share', 1, { d: ['11'.repeat(32), '11'.repeat(32)] }, liar.identity],
    ['another mask', 1, { e: ['11'.repeat(32), '11'.repeat(32)] }, liar.identity],
    ['another nonce', 1, { noncePoint: secp256k1.Point.BASE.toHex(true) }, liar.identity],
    ['another product', 2, { nonceMask: '11'.repeat(32) }, liar.identity],
    ['another part', 3, { part: '11'.repeat(32) }, liar.identity],
    ['another signature', 4, { signature: '11'.repeat(64) }, other.identity],
    ['an empty signature', 4, { signature: '' }, other.identity],
  ])('comes to no signature with %s', (...[, step, change, sender]) => {
    expect(fail(step, (message) => ({ ...message, ...change }), sender)).toThrow(wrong('signature_invalid'))
  })

  it.each(wrongPoints.secp256k1)('refuses a nonce point that is %s', (_, noncePoint) => {
    expect(fail(1, (message) => ({ ...message, noncePoint }))).toThrow(wrong('message_malformed'))
  })

  it('refuses nonce points that cancel out, and products that do', () => {
    const messages = new Map<string, Message>()
    const keep = (name: string) => (message: Message) => {
      messages.set(name, message)
      return message
    }
    play(plan, parties, { carry: forge(plan.roomId, { liar: other.identity, step: 1 }, keep('factors')) })
    play(plan, parties, { carry: forge(plan.roomId, { liar: other.identity, step: 2 }, keep('product')) })
    const noncePoint = secp256k1.Point.fromHex(messages.get('factors')?.noncePoint as string)
      .negate()
      .toHex(true)
    expect(fail(1, (message) => ({ ...message, noncePoint }))).toThrow(wrong('signature_invalid'))

    const { Fn } = secp256k1.Point
    const product = Fn.fromBytes(hexToBytes(messages.get('product')?.nonceMask as string))
    const nonceMask = bytesToHex(Fn.toBytes(Fn.neg(product)))
    expect(fail(2, () => ({ nonceMask }))).toThrow(wrong('signature_invalid'))
  })

  it.each([
    ['no triples', 0, {}, tripleDealer],
    ['one triple', 0, { a: ['00'], b: ['00'], c: ['00'] }, tripleDealer],
    ['a scalar that is not below the order', 2, { nonceMask: 'ff'.repeat(32) }, liar.identity],
    ['no part', 3, {}, liar.identity],
  ])('refuses a message with %s', (...[, step, message, sender]) => {
    expect(fail(step, () => message, sender)).toThrow(wrong('message_malformed'))
  })

  it.each([
    ['has no dealer', { dealer: undefined }, 'invalid_plan'],
    ['has a signer as dealer', { dealer: liar.identity.keygenId }, 'duplicate_party'],
    ['has a coordinator that is no signer', { coordinator: tripleDealer.keygenId }, 'not_a_party'],
    ['has a message that is no digest', { message: '74657374' }, 'invalid_plan'],
    ['has a hardened path', { path: [0x8000_002c] }, 'invalid_plan'],
  ])('refuses a plan that %s', (_, change, code) => {
    expect(() => join({ ...plan, ...change }, liar)).toThrow(wrong(code))
  })
})
