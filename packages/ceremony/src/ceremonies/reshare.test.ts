import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { createIdentities, makeWallet, partiesAt, signPlan, signWith, walletOf, type Wallet } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { wrongPoints } from '../../test/points.ts'
import { join } from '../allCeremonies.ts'
import { schemes, type Scheme } from '../keys/schemes.ts'
import type { Identity } from '../parties/identity.ts'
import type { Message } from './messages.ts'
import type { ResharePlan } from './plans.ts'

const digest = '5a'.repeat(32)
type Parties = Wallet['parties']

const planOf = (
  { keySet }: Wallet,
  holders: Parties,
  { scheme, parties }: { scheme: Scheme; parties: readonly Identity[] },
): ResharePlan => ({
  kind: 'reshare',
  roomId: 'reshare',
  keySet,
  holders: holders.map(({ identity }) => identity.keygenId),
  scheme,
  parties: parties.map(({ keygenId }) => keygenId),
  coordinator: parties[0]?.keygenId ?? '',
})

/** Reshares a wallet among its first holder and new parties. */
function reshared(wallet: Wallet, holders: Parties, scheme: Scheme) {
  const [holder] = holders as [Parties[0]]
  const strangers = createIdentities(schemes[scheme].total - 1, `reshare ${wallet.keySet.scheme} ${scheme}`)
  const identities = [holder.identity, ...strangers]
  const plan = planOf(wallet, holders, { scheme, parties: identities })
  const { results } = play(plan, [...holders, ...strangers.map((identity) => ({ identity }))])
  return { plan, results, wallet: walletOf(results, identities) }
}

const ofTwo = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
const ofThree = makeWallet('secp256k1-bip340', 'TWO_OF_THREE')
const ofFive = makeWallet('secp256k1-ecdsa', 'THREE_OF_FIVE')
const ed25519 = makeWallet('ed25519', 'TWO_OF_TWO')

describe('a reshare', () => {
  it.each([
    ['2/2 to 2/2', ofTwo, [2, 1], 'TWO_OF_TWO', [1, 2]],
    ['2/2 to 2/3', ofTwo, [1, 2], 'TWO_OF_THREE', [2, 3]],
    ['2/2 to 3/5', ofTwo, [1, 2], 'THREE_OF_FIVE', [1, 3, 5]],
    ['2/3 to 2/2', ofThree, [1, 3], 'TWO_OF_TWO', [1, 2]],
    ['2/3 to 2/3', ofThree, [3, 2], 'TWO_OF_THREE', [1, 3]],
    ['2/3 to 3/5', ofThree, [1, 2], 'THREE_OF_FIVE', [2, 3, 4]],
    ['3/5 to 3/5', ofFive, [1, 2, 3], 'THREE_OF_FIVE', [3, 4, 5]],
    ['3/5 to 2/3', ofFive, [5, 1, 3], 'TWO_OF_THREE', [1, 2]],
    ['2/2 to 2/3 on ed25519', ed25519, [1, 2], 'TWO_OF_THREE', [2, 3]],
  ] as const)('gives the new parties shares of the same key: %s', (...[, wallet, holders, scheme, signers]) => {
    const { wallet: after } = reshared(wallet, partiesAt(wallet, holders), scheme)
    const { groupKey, chainCode } = wallet.keySet
    expect([after.keySet.groupKey, after.keySet.chainCode]).toEqual([groupKey, chainCode])
    expect(after.keySet).toMatchObject({ scheme, generation: 2 })
    const before = signWith(wallet, partiesAt(wallet, holders), { message: digest })
    expect(signWith(after, partiesAt(after, signers), { message: digest }).publicKey).toBe(before.publicKey)
  })

  it('gives shares of a seed only on ed25519', () => {
    const sharesOf = ({ parties }: Wallet) => parties.map(({ share }) => share.seedShares?.length)
    expect(sharesOf(reshared(ofTwo, partiesAt(ofTwo, [1, 2]), 'TWO_OF_TWO').wallet)).toEqual([undefined, undefined])
    expect(sharesOf(reshared(ed25519, partiesAt(ed25519, [1, 2]), 'TWO_OF_TWO').wallet)).toEqual([2, 2])
  })

  it('asks each holder for its share', () => {
    const { plan } = reshared(ofTwo, partiesAt(ofTwo, [1, 2]), 'TWO_OF_TWO')
    const { identity } = ofTwo.parties[0]!
    expect(() => join(plan, { identity })).toThrow(expect.objectContaining({ code: 'share_missing' }))
  })

  it('leaves a holder that is no party of the new set without a share', () => {
    const { plan, results } = reshared(ofThree, partiesAt(ofThree, [1, 3]), 'TWO_OF_TWO')
    expect(results[plan.holders[1] ?? '']).toEqual({ kind: 'done' })
    expect(
      Object.values(results)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['done', 'share', 'share'])
  })

  it('makes the shares before useless with the new ones', () => {
    const { wallet: after } = reshared(ofThree, partiesAt(ofThree, [1, 3]), 'TWO_OF_TWO')
    const signers = partiesAt(after, [1, 2])
    const [stayingParty] = signers as [Parties[0]]
    const [old] = ofThree.parties as [Parties[0]]
    const plan = signPlan(after, signers, { message: digest })
    expect(stayingParty.identity).toEqual(old.identity)
    expect(() => join(plan, old)).toThrow(expect.objectContaining({ code: 'share_outdated' }))
    const useOld = { ...stayingParty.share, signingShare: old.share.signingShare }
    expect(() =>
      play(plan, signers, {
        keep: (state) =>
          state.identity.keygenId === stayingParty.identity.keygenId ? { ...state, share: useOld } : state,
      }),
    ).toThrow(expect.objectContaining({ code: 'signature_invalid', parties: [stayingParty.identity.keygenId] }))
  })

  it('that is abandoned leaves the shares before as they were', () => {
    const holders = partiesAt(ofTwo, [1, 2])
    const [stranger] = createIdentities(1, 'abandoned') as [Identity]
    const plan = planOf(ofTwo, holders, {
      scheme: 'TWO_OF_THREE',
      parties: [...holders.map(({ identity }) => identity), stranger],
    })
    const { results, waiting } = play(plan, holders)
    expect(results).toEqual({})
    expect(waiting).toHaveLength(2)
    expect(signWith(ofTwo, holders, { message: digest }).signature).toHaveLength(128)
  })
})

describe('resharing', () => {
  const holders = partiesAt(ed25519, [1, 2])
  const [ada] = holders as [Parties[0]]
  const strangers = createIdentities(3, 'resharing')
  const plan = planOf(ed25519, holders, { scheme: 'TWO_OF_THREE', parties: strangers })
  const everybody = [...holders, ...strangers.map((identity) => ({ identity }))]
  const fail = (change: (message: Message) => Message) => () =>
    play(plan, everybody, { carry: forge(plan.roomId, { liar: ada.identity, step: 0 }, change) })
  const wrong = expect.objectContaining({ code: 'dealing_invalid', parties: [ada.identity.keygenId] })

  it.each(wrongPoints.ed25519)('refuses a commitment that is %s', (_, point) => {
    const commitments = (message: Message) => message.commitments as string[]
    expect(fail((message) => ({ ...message, commitments: [point, ...commitments(message).slice(1)] }))).toThrow(wrong)
    expect(fail((message) => ({ ...message, commitments: [...commitments(message).slice(0, 1), point] }))).toThrow(
      wrong,
    )
  })

  it('refuses a holder that deals another key than its own, although the dealing agrees with itself', () => {
    const other = makeWallet('ed25519', 'TWO_OF_TWO', { seed: 'other' }).parties[0]?.share.signingShare ?? ''
    expect(() =>
      play(plan, everybody, {
        keep: (state) =>
          state.identity.keygenId === ada.identity.keygenId && state.share
            ? { ...state, share: { ...state.share, signingShare: other } }
            : state,
      }),
    ).toThrow(wrong)
  })

  it.each([
    ['too few holders', { holders: plan.holders.slice(1) }, 'wrong_party_count'],
    ['a holder twice', { holders: [ada.identity.keygenId, ada.identity.keygenId] }, 'duplicate_party'],
    ['a holder that has no share', { holders: [ada.identity.keygenId, plan.parties[0] ?? ''] }, 'not_a_party'],
    ['too few parties', { parties: plan.parties.slice(1) }, 'wrong_party_count'],
    ['a party twice', { parties: [...plan.parties.slice(1), plan.parties[1] ?? ''] }, 'duplicate_party'],
    ['no such scheme', { scheme: 'ONE_OF_ONE' as Scheme }, 'invalid_plan'],
  ])('refuses a plan with %s', (_, change, code) => {
    expect(() => join({ ...plan, ...change }, ada)).toThrow(expect.objectContaining({ code }))
  })
})
