import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { createIdentities, makeWallet, walletOf } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { wrongPoints } from '../../test/points.ts'
import { seededBytes } from '../../test/seededBytes.ts'
import { groups } from '../keys/groups.ts'
import { schemes, type Scheme } from '../keys/schemes.ts'
import { interpolate } from '../keys/sharing.ts'
import type { Identity } from '../parties/identity.ts'
import type { Message } from './messages.ts'
import type { KeygenPlan } from './plans.ts'

const identities = createIdentities(3, 'keygen')
const [ada, ben] = identities as [(typeof identities)[0], (typeof identities)[0]]
const plan: KeygenPlan = {
  kind: 'keygen',
  roomId: 'room',
  curve: 'secp256k1-ecdsa',
  scheme: 'TWO_OF_THREE',
  parties: identities.map(({ keygenId }) => keygenId),
  walletId: 'wallet',
  coordinator: ada.keygenId,
}
const parties = identities.map((identity) => ({ identity }))
const fail = (step: number, change: (message: Message) => Message) => () =>
  play(plan, parties, { carry: forge(plan.roomId, { liar: ben, step }, change) })
const listOf = (message: Message, name: string) => message[name] as readonly string[]

describe('key generation', () => {
  it.each(Object.keys(schemes) as Scheme[])('makes shares of one key that nobody has had: %s', (scheme) => {
    const { keySet, parties } = makeWallet('secp256k1-bip340', scheme)
    const { threshold, total } = schemes[scheme]
    expect(keySet).toMatchObject({ scheme, generation: 1, curve: 'secp256k1-bip340' })
    expect(parties).toHaveLength(total)
    const { Fn, commit, scalarOf } = groups[keySet.curve]
    const shares = parties.map(({ share }, i) => [i + 1, scalarOf(share.signingShare)] as const)
    expect(commit(interpolate(Fn, shares.slice(-threshold)))).toBe(keySet.groupKey)
    expect(commit(interpolate(Fn, shares.slice(1 - threshold)))).not.toBe(keySet.groupKey)
    expect(shares.map(([, share]) => commit(share))).toEqual(keySet.parties.map(({ verifyingShare }) => verifyingShare))
  })

  it('sends no share before everybody has committed', () => {
    const { sent } = play(plan, parties)
    const steps = sent.map(({ step }) => step)
    expect(steps).toEqual([...Array(6).fill(0), ...Array(6).fill(1), 2, 2, 3, 3])
  })

  it('makes another chain code for another wallet, although the key is the same', () => {
    const keySetFor = (walletId: string) =>
      walletOf(play({ ...plan, walletId }, parties, { randomBytes: seededBytes('same') }).results, identities).keySet
    const [one, other] = [keySetFor('one'), keySetFor('other')]
    expect(one.groupKey).toBe(other.groupKey)
    expect(one.chainCode).not.toBe(other.chainCode)
  })

  it.each(wrongPoints.secp256k1)('refuses a commitment that is %s', (_, point) => {
    const swap = (position: number) => (message: Message) => ({
      ...message,
      commitments: listOf(message, 'commitments').map((commitment, i) => (i === position ? point : commitment)),
    })
    expect(fail(0, swap(0))).toThrow(expect.objectContaining({ code: 'dealing_invalid' }))
    expect(fail(0, swap(1))).toThrow(expect.objectContaining({ code: 'dealing_invalid' }))
  })

  it('refuses a commitment whose secret the sender does not know', () => {
    const { sent } = play(plan, parties)
    expect(sent[0]).toMatchObject({ from: ada.keygenId, step: 0 })
    expect(fail(0, (message) => ({ ...message, proof: 'f1'.repeat(64) }))).toThrow(
      expect.objectContaining({ code: 'dealing_invalid' }),
    )
  })

  it('refuses commitments of another threshold', () => {
    const more = (message: Message) => {
      const commitments = listOf(message, 'commitments')
      return { ...message, commitments: [...commitments, ...commitments.slice(1)] }
    }
    expect(fail(0, more)).toThrow(expect.objectContaining({ code: 'message_malformed' }))
  })

  it.each([
    ['is another number', '11'.repeat(32), 'dealing_invalid'],
    ['is zero', '00'.repeat(32), 'dealing_invalid'],
    ['is not below the order', 'ff'.repeat(32), 'dealing_invalid'],
    ['is too short', '11', 'dealing_invalid'],
    ['is no hex', 'x', 'message_malformed'],
  ])('refuses a share that %s', (_, signingShare, code) => {
    expect(fail(1, () => ({ signingShare }))).toThrow(expect.objectContaining({ code }))
  })

  it('refuses a message without a share', () => {
    expect(fail(1, () => ({}))).toThrow(expect.objectContaining({ code: 'message_malformed' }))
  })

  it('gives nobody a share when one party acknowledges another key set', () => {
    expect(fail(2, () => ({ keySet: '00'.repeat(32) }))).toThrow(
      expect.objectContaining({ code: 'acknowledgement_mismatch', parties: [ben.keygenId] }),
    )
  })

  const withoutBoxes = (step: number, from: Identity) =>
    play(plan, parties, {
      carry: (box) => (box.step === step && box.from === from.keygenId ? { ...box, to: '' } : box),
    })

  it('gives nobody a share before the last acknowledgement', () => {
    const { results, waiting } = withoutBoxes(2, ben)
    expect(results).toEqual({})
    expect(waiting).toHaveLength(3)
  })

  it('gives the others their shares when the coordinator has its own', () => {
    const { results, waiting } = withoutBoxes(3, ada)
    expect(Object.keys(results)).toEqual([ada.keygenId])
    expect(waiting).toHaveLength(2)
  })

  it('gives no share to a party that the coordinator acknowledges another key set to', () => {
    const carry = forge(plan.roomId, { liar: ada, step: 3 }, () => ({ keySet: '00'.repeat(32) }))
    expect(() => play(plan, parties, { carry })).toThrow(
      expect.objectContaining({ code: 'acknowledgement_mismatch', parties: [ada.keygenId] }),
    )
  })
})
