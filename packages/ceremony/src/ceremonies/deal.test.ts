import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { createIdentities, makeWallet, walletOf } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { wrongPoints } from '../../test/points.ts'
import { join } from '../allCeremonies.ts'
import type { Curve } from '../keys/group.ts'
import { groups } from '../keys/groups.ts'
import type { KeyShare } from '../keys/keySets.ts'
import { halvesOfSeed, publicKeyOfSeed, seedOfHalves } from '../keys/seeds.ts'
import { interpolate } from '../keys/sharing.ts'
import type { Message } from './messages.ts'
import type { DealPlan } from './plans.ts'

const identities = createIdentities(2, 'deal')
const [ada, ben] = identities as [(typeof identities)[0], (typeof identities)[0]]
const plan: DealPlan = {
  kind: 'deal',
  roomId: 'room',
  curve: 'ed25519',
  scheme: 'TWO_OF_TWO',
  parties: [ada.keygenId, ben.keygenId],
  dealer: ben.keygenId,
  walletId: 'wallet',
  coordinator: ada.keygenId,
}
const secret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const dealt = (curve: Curve, key?: string) =>
  walletOf(play({ ...plan, curve }, [{ identity: ada }, { identity: ben, secret: key }]).results, identities)
const fail = (change: (message: Message) => Message) => () =>
  play(plan, [{ identity: ada }, { identity: ben }], { carry: forge(plan.roomId, { liar: ben, step: 0 }, change) })

const seedOf = (shares: readonly KeyShare[]) => {
  const { Fn, scalarOf } = groups.ed25519
  const halfAt = (half: number) =>
    interpolate(
      Fn,
      shares.map(({ seedShares }, i) => [i + 1, scalarOf(seedShares?.[half] ?? '')] as const),
    )
  return seedOfHalves([halfAt(0), halfAt(1)])
}

describe('a dealt key', () => {
  it.each(['TWO_OF_TWO', 'TWO_OF_THREE', 'THREE_OF_FIVE'] as const)(
    'is on ed25519 that of a seed, which is dealt too: %s',
    (scheme) => {
      const { keySet, parties } = makeWallet('ed25519', scheme)
      const shares = parties.map(({ share }) => share)
      expect(publicKeyOfSeed(seedOf(shares))).toBe(keySet.groupKey)
      expect(keySet.parties.map(({ verifyingShare }) => verifyingShare)).toEqual(
        shares.map(({ signingShare }) => groups.ed25519.commit(groups.ed25519.scalarOf(signingShare))),
      )
    },
  )

  it('has the public key of the seed that was brought', () => {
    const { keySet, parties } = dealt('ed25519', secret)
    expect(keySet.groupKey).toBe(publicKeyOfSeed(secret))
    expect(seedOf(parties.map(({ share }) => share))).toBe(secret)
  })

  it.each(['00'.repeat(32), 'ff'.repeat(32), `${'00'.repeat(31)}01`, `01${'00'.repeat(31)}`])(
    'may have any seed: %s',
    (seed) => {
      expect(seedOfHalves(halvesOfSeed(seed))).toBe(seed)
    },
  )

  it.each(['secp256k1-ecdsa', 'secp256k1-bip340'] as const)('has the public key that was brought: %s', (curve) => {
    const { keySet, parties } = dealt(curve, secret)
    expect(keySet.groupKey).toBe(groups[curve].commit(BigInt(`0x${secret}`)))
    expect(parties.map(({ share }) => share.seedShares)).toEqual([undefined, undefined])
  })

  it('is a new one when the dealer brings none', () => {
    expect(dealt('secp256k1-ecdsa').keySet.groupKey).not.toBe(dealt('secp256k1-ecdsa', secret).keySet.groupKey)
  })
})

describe('a dealer', () => {
  it.each([
    ['is empty', 'ed25519', ''],
    ['is of 31 bytes', 'ed25519', secret.slice(2)],
    ['has capitals', 'ed25519', secret.toUpperCase()],
    ['has more before it', 'ed25519', `0x${secret}`],
    ['has more behind it', 'ed25519', `${secret}00`],
    ['is zero', 'secp256k1-ecdsa', '00'.repeat(32)],
    ['is not below the order', 'secp256k1-bip340', 'ff'.repeat(32)],
  ] as const)('may not bring a key that %s', (_, curve, key) => {
    expect(() => dealt(curve, key)).toThrow(expect.objectContaining({ code: 'invalid_private_key_format' }))
  })

  it('is the only one who brings a key', () => {
    const both = [ada, ben].map((identity) => ({ identity, secret }))
    expect(() => play(plan, both)).toThrow(expect.objectContaining({ code: 'invalid_plan' }))
  })

  it.each(wrongPoints.ed25519)('may not commit to %s', (_, point) => {
    const swap = (position: number) => (message: Message) => ({
      ...message,
      commitments: (message.commitments as string[]).map((commitment, i) => (i === position ? point : commitment)),
    })
    const wrong = expect.objectContaining({ code: 'dealing_invalid', parties: [ben.keygenId] })
    expect(fail(swap(0))).toThrow(wrong)
    expect(fail(swap(1))).toThrow(wrong)
  })

  it('may not hide a point of order 2 in a commitment, which the share of an even index would not show', () => {
    const orderTwo = ed25519.Point.fromHex(`ec${'ff'.repeat(30)}7f`)
    const hide = (message: Message) => {
      const [constant = '', slope = ''] = message.commitments as string[]
      return { ...message, commitments: [constant, ed25519.Point.fromHex(slope).add(orderTwo).toHex()] }
    }
    const carry = forge(plan.roomId, { liar: ada, step: 0 }, hide)
    const dealtByAda = { ...plan, dealer: ada.keygenId }
    expect(() => play(dealtByAda, [{ identity: ada }, { identity: ben }], { carry })).toThrow(
      expect.objectContaining({ code: 'dealing_invalid', parties: [ada.keygenId] }),
    )
  })

  it.each([
    ['another share', { signingShare: '11'.repeat(31).padEnd(64, '0') }, 'dealing_invalid'],
    ['a share that is not below the order', { signingShare: 'ff'.repeat(32) }, 'message_malformed'],
    ['no share of the seed', { seedShares: [] }, 'message_malformed'],
    ['one share of the seed', { seedShares: ['00'.repeat(32)] }, 'message_malformed'],
    ['one commitment', { commitments: ['00'.repeat(32)] }, 'message_malformed'],
  ])('may not send %s', (_, change, code) => {
    expect(fail((message) => ({ ...message, ...change }))).toThrow(expect.objectContaining({ code }))
  })
})

describe('dealing', () => {
  it.each([
    ['a curve that there is not', { curve: 'p256' as Curve }, 'invalid_plan'],
    ['too few parties for its scheme', { scheme: 'TWO_OF_THREE' }, 'wrong_party_count'],
    ['a dealer that is no party', { dealer: createIdentities(1, 'stranger')[0]!.keygenId }, 'not_a_party'],
  ] as const)('refuses a plan with %s', (_, change, code) => {
    expect(() => join({ ...plan, ...change }, { identity: ada })).toThrow(expect.objectContaining({ code }))
  })
})
