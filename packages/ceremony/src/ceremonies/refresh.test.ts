import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { makeWallet, partiesAt, signPlan, signWith, tripleDealer, walletOf, type Wallet } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { wrongPoints } from '../../test/points.ts'
import { join } from '../allCeremonies.ts'
import type { Message } from './messages.ts'
import type { RefreshPlan } from './plans.ts'

const digest = '5a'.repeat(32)
const planOf = ({ keySet }: Wallet): RefreshPlan => ({
  kind: 'refresh',
  roomId: 'refresh',
  keySet,
  coordinator: keySet.parties[0]?.keygenId ?? '',
})
const refreshed = (wallet: Wallet) =>
  walletOf(
    play(planOf(wallet), wallet.parties).results,
    wallet.parties.map(({ identity }) => identity),
  )

const ecdsa = makeWallet('secp256k1-ecdsa', 'TWO_OF_THREE')
const newEcdsa = refreshed(ecdsa)
const ed25519 = makeWallet('ed25519', 'TWO_OF_TWO')
const newEd25519 = refreshed(ed25519)

describe('a refresh', () => {
  it.each([
    ['ECDSA', ecdsa, newEcdsa],
    ['ed25519', ed25519, newEd25519],
  ])('keeps the key and changes every share of it: %s', (_, before, after) => {
    const withoutShares = ({ keySet }: Wallet) => ({
      ...keySet,
      parties: keySet.parties.map(({ keygenId }) => keygenId),
    })
    expect(withoutShares(after)).toEqual({ ...withoutShares(before), generation: 2 })
    const secretsOf = ({ parties }: Wallet) =>
      parties.flatMap(({ share }) => [share.signingShare, ...(share.seedShares ?? [])])
    const secrets = [...secretsOf(before), ...secretsOf(after)]
    expect(new Set(secrets).size).toBe(secrets.length)
  })

  it.each([
    [newEcdsa, [1, 2]],
    [newEcdsa, [3, 1]],
    [newEd25519, [1, 2]],
    [refreshed(makeWallet('secp256k1-bip340', 'THREE_OF_FIVE')), [1, 4, 5]],
  ])('gives shares that sign, and again after the next one', (wallet, indices) => {
    const { publicKey } = signWith(wallet, partiesAt(wallet, indices), { message: digest })
    const next = refreshed(wallet)
    expect(next.keySet.generation).toBe(3)
    expect(signWith(next, partiesAt(next, indices), { message: digest }).publicKey).toBe(publicKey)
  })
})

describe('a refresh without a party', () => {
  const [first, second, third] = ecdsa.parties as [Wallet['parties'][0], Wallet['parties'][0], Wallet['parties'][0]]
  const plan = { ...planOf(ecdsa), absent: [third.identity.keygenId] }

  it('renews the shares of the others, and leaves none that signs for that party', () => {
    const renewed = walletOf(play(plan, [first, second]).results, [first.identity, second.identity])
    expect(renewed.keySet.parties).toHaveLength(3)
    expect(signWith(renewed, renewed.parties, { message: digest }).publicKey).toBe(
      signWith(ecdsa, [first, second], { message: digest }).publicKey,
    )
    expect(() => signWith(renewed, [renewed.parties[0]!, third], { message: digest })).toThrow('another generation')
    const { keySet } = renewed
    const forged = { ...third, share: { ...third.share, keySet } }
    expect(() => signWith(renewed, [renewed.parties[0]!, forged], { message: digest })).toThrow()
  })

  it('is refused with too few others, without the coordinator, and for somebody who is no party', () => {
    const refuse = (absent: string[]) => () => join({ ...plan, absent }, second)
    expect(refuse([third.identity.keygenId, second.identity.keygenId])).toThrow('Too few parties')
    expect(refuse([first.identity.keygenId])).toThrow('does not name this party')
    expect(refuse(['nobody'])).toThrow('does not name this party')
    const alone = { ...plan, absent: [first, third].map(({ identity }) => identity.keygenId) }
    expect(() => join({ ...alone, coordinator: second.identity.keygenId }, second)).toThrow(
      expect.objectContaining({ code: 'invalid_plan' }),
    )
  })

  it('is refused for a key set that has a party too few for its scheme', () => {
    const { keySet } = ecdsa
    const smaller = { ...keySet, parties: keySet.parties.slice(0, 2) }
    expect(() => join({ ...plan, keySet: smaller, absent: [] }, first)).toThrow(
      expect.objectContaining({ code: 'wrong_party_count' }),
    )
  })
})

describe('a share of the generation before', () => {
  const [oldParty] = ecdsa.parties as [Wallet['parties'][0]]
  const newSigners = partiesAt(newEcdsa, [1, 2])
  const [newParty, otherParty] = newSigners as [Wallet['parties'][0], Wallet['parties'][0]]

  it('does not join a plan of the new one, nor a new share one of the old', () => {
    const outdated = expect.objectContaining({ code: 'share_outdated' })
    expect(() => join(signPlan(newEcdsa, newSigners, { message: digest }), oldParty)).toThrow(outdated)
    expect(() => join(signPlan(ecdsa, partiesAt(ecdsa, [1, 2]), { message: digest }), newParty)).toThrow(outdated)
  })

  it('does not join when it says that it is of the new one', () => {
    const share = { ...newParty.share, signingShare: oldParty.share.signingShare }
    expect(() =>
      join(signPlan(newEcdsa, newSigners, { message: digest }), { identity: newParty.identity, share }),
    ).toThrow(expect.objectContaining({ code: 'share_invalid' }))
  })

  it('does not meet one of the new generation, because their plans differ', () => {
    const oldPlan = signPlan(ecdsa, partiesAt(ecdsa, [1, 2]), { message: digest })
    const { sent } = play(oldPlan, [{ identity: tripleDealer }, ...partiesAt(ecdsa, [1, 2])])
    const fromOld = sent.filter(({ step, to }) => step === 0 && to === otherParty.identity.keygenId)
    const newPlan = signPlan(newEcdsa, newSigners, { message: digest })
    const carry = (box: (typeof sent)[number]) =>
      fromOld.find(({ step, to }) => box.step === step && box.to === to) ?? box
    expect(() => play(newPlan, [{ identity: tripleDealer }, ...newSigners], { carry })).toThrow(
      expect.objectContaining({ code: 'plan_mismatch', parties: [tripleDealer.keygenId] }),
    )
  })

  it.each([
    ['ECDSA', ecdsa, newEcdsa],
    ['ed25519', ed25519, newEd25519],
  ])('does not sign when a party that lies uses it in a room of the new one: %s', (_, before, after) => {
    const signers = partiesAt(after, [1, 2])
    const { signingShare } = before.parties[0]?.share ?? { signingShare: '' }
    const plan = signPlan(after, signers, { message: digest })
    expect(() =>
      play(plan, plan.dealer ? [{ identity: tripleDealer }, ...signers] : signers, {
        keep: (state) =>
          state.identity.keygenId === signers[0]?.identity.keygenId && state.share
            ? { ...state, share: { ...state.share, signingShare } }
            : state,
      }),
    ).toThrow(expect.objectContaining({ code: 'signature_invalid' }))
  })
})

describe('refreshing', () => {
  const [ada] = ed25519.parties as [Wallet['parties'][0]]
  const plan = planOf(ed25519)
  const fail = (change: (message: Message) => Message) => () =>
    play(plan, ed25519.parties, { carry: forge(plan.roomId, { liar: ada.identity, step: 0 }, change) })

  it.each(wrongPoints.ed25519)('refuses a commitment that is %s', (_, point) => {
    expect(fail((message) => ({ ...message, commitments: [point] }))).toThrow(
      expect.objectContaining({ code: 'dealing_invalid', parties: [ada.identity.keygenId] }),
    )
  })

  it('refuses a sharing of something else than zero, which would change the key', () => {
    const dealt = (message: Message) => ({ ...message, signingShare: `01${'00'.repeat(31)}` })
    expect(fail(dealt)).toThrow(expect.objectContaining({ code: 'dealing_invalid' }))
    const withConstant = (message: Message) => ({
      ...message,
      commitments: [...(message.commitments as string[]), ...(message.commitments as string[])],
    })
    expect(fail(withConstant)).toThrow(expect.objectContaining({ code: 'message_malformed' }))
  })

  it('needs everybody: one who is away changes nothing', () => {
    const { results, waiting } = play(plan, [ada])
    expect(results).toEqual({})
    expect(waiting).toEqual([ada.identity.keygenId])
    expect(signWith(ed25519, ed25519.parties, { message: digest }).publicKey).toBe(ed25519.keySet.groupKey)
  })

  it('refuses a share of another key set, and a party without one', () => {
    const [stranger] = makeWallet('ed25519', 'TWO_OF_TWO', { seed: 'other' }).parties as [Wallet['parties'][0]]
    const joinWith = (share: typeof ada.share | undefined) => () => join(plan, { identity: ada.identity, share })
    expect(joinWith(stranger.share)).toThrow(expect.objectContaining({ code: 'wrong_key_set' }))
    expect(joinWith(undefined)).toThrow(expect.objectContaining({ code: 'share_missing' }))
    expect(joinWith(ed25519.parties[1]?.share)).toThrow(expect.objectContaining({ code: 'not_a_party' }))
  })
})
