import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { makeWallet, partiesAt, signPlan, signWith } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { wrongPoints } from '../../test/points.ts'
import { join } from '../allCeremonies.ts'
import type { Message } from './messages.ts'

const message = '74657374'
const ofTwo = makeWallet('ed25519', 'TWO_OF_TWO')
const ofThree = makeWallet('ed25519', 'TWO_OF_THREE')
const taproot = makeWallet('secp256k1-bip340', 'TWO_OF_THREE')
const derivation = { path: [86, 0, 0, 0, 0], taproot: true }

/** As Node's own library verifies. */
function isValidInNode({ signature, publicKey }: { signature: string; publicKey: string }): boolean {
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, hexToBytes(message), key, hexToBytes(signature))
}

describe('a signature of ed25519', () => {
  it.each([
    ['both of two', ofTwo, [1, 2]],
    ['two of three', ofThree, [3, 1]],
    ['three of five', makeWallet('ed25519', 'THREE_OF_FIVE'), [1, 3, 5]],
  ])('of %s verifies in Node and in the library, strictly', (_, wallet, indices) => {
    const result = signWith(wallet, partiesAt(wallet, indices), { message })
    expect(result.publicKey).toBe(wallet.keySet.groupKey)
    expect(isValidInNode(result)).toBe(true)
    const [signature, publicKey] = [hexToBytes(result.signature), hexToBytes(result.publicKey)]
    expect(ed25519.verify(signature, hexToBytes(message), publicKey, { zip215: false })).toBe(true)
  })
})

describe('a signature of BIP-340', () => {
  const digest = '5a'.repeat(32)

  it.each([
    [[1, 2], {}],
    [[2, 3], derivation],
    // An internal key of the other parity.
    [[3, 1], { path: [86, 0, 0, 0, 1], taproot: true }],
    [[1, 3], { path: [86, 0, 0, 0, 2] }],
  ])('of parties %j verifies under the derived key: %j', (indices, derivation) => {
    const { signature, publicKey } = signWith(taproot, partiesAt(taproot, indices), { message: digest, ...derivation })
    expect(schnorr.verify(hexToBytes(signature), hexToBytes(digest), hexToBytes(publicKey))).toBe(true)
  })

  it('does not verify under the key without the tweak', () => {
    const { signature } = signWith(taproot, partiesAt(taproot, [1, 2]), { message: digest, taproot: true })
    const bare = hexToBytes(taproot.keySet.groupKey).subarray(1)
    expect(schnorr.verify(hexToBytes(signature), hexToBytes(digest), bare)).toBe(false)
  })
})

describe('signing with FROST', () => {
  const signers = partiesAt(ofTwo, [1, 2])
  const [liar] = signers as [(typeof signers)[0]]
  const plan = signPlan(ofTwo, signers, { message })
  const fail = (step: number, change: (message: Message) => Message) => () =>
    play(plan, signers, { carry: forge(plan.roomId, { liar: liar.identity, step }, change) })

  it('takes as many parties as the threshold', () => {
    for (const indices of [[1], [1, 2, 3]]) {
      const parties = partiesAt(ofThree, indices)
      const [party] = parties as [(typeof parties)[0]]
      expect(() => join(signPlan(ofThree, parties, { message }), party)).toThrow(
        expect.objectContaining({ code: 'wrong_party_count' }),
      )
    }
  })

  it.each(wrongPoints.ed25519)('refuses a nonce commitment that is %s', (_, point) => {
    const wrong = expect.objectContaining({ code: 'signature_invalid' })
    expect(fail(0, (message) => ({ ...message, hiding: point }))).toThrow(wrong)
    expect(fail(0, (message) => ({ ...message, binding: point }))).toThrow(wrong)
  })

  it.each(['00'.repeat(32), `01${'00'.repeat(31)}`, 'ff'.repeat(32), '', '00'])(
    'names the party whose part is wrong: %j',
    (part) => {
      expect(fail(1, () => ({ part }))).toThrow(
        expect.objectContaining({ code: 'signature_invalid', parties: [liar.identity.keygenId] }),
      )
    },
  )

  it('does not let the coordinator hand out a signature of something else', () => {
    const coordinator = signers[1] as (typeof signers)[1]
    const other = signWith(ofTwo, signers, { message: '00' })
    const carry = forge(plan.roomId, { liar: coordinator.identity, step: 2 }, (message) => ({
      ...message,
      signature: other.signature,
    }))
    expect(() => play(plan, signers, { carry })).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
  })
})
