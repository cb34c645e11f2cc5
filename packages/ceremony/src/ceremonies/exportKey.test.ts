import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { createKeyPairSignerFromBytes, getBase58Decoder, getBase58Encoder } from '@solana/kit'
import { privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { forge } from '../../test/forge.ts'
import { createIdentities, makeWallet, partiesAt, signWith, walletOf, type Wallet } from '../../test/keys.ts'
import { play } from '../../test/play.ts'
import { join } from '../allCeremonies.ts'
import { publicKeyOf } from '../keys/derivation.ts'
import { groups } from '../keys/groups.ts'
import { readPrivateKey, writePrivateKey } from '../keys/privateKeys.ts'
import { lagrange } from '../keys/sharing.ts'
import type { Message } from './messages.ts'
import type { ExportPlan } from './plans.ts'

type Parties = Wallet['parties']

const planOf = ({ keySet }: Wallet, holders: Parties, more: Partial<ExportPlan> = {}): ExportPlan => ({
  kind: 'export',
  roomId: 'export',
  keySet,
  holders: holders.map(({ identity }) => identity.keygenId),
  recipient: holders[0]?.identity.keygenId ?? '',
  ...more,
})

/** The private key that the first of the holders gets. */
function exported(wallet: Wallet, holders: Parties, more: Partial<ExportPlan> = {}) {
  const plan = planOf(wallet, holders, more)
  const { results } = play(plan, holders)
  const { [plan.recipient]: result, ...others } = results
  expect(Object.values(others).map(({ kind }) => kind)).toEqual(Array(holders.length - 1).fill('done'))
  if (result?.kind !== 'privateKey') throw new Error('There is no private key.')
  return result
}

const path = [44, 60, 0, 0, 0]
const ofFive = makeWallet('secp256k1-ecdsa', 'THREE_OF_FIVE')
const ed25519 = makeWallet('ed25519', 'TWO_OF_THREE')

describe('an exported key', () => {
  it('is that of the derived address, in viem', () => {
    const { privateKey, publicKey } = exported(ofFive, partiesAt(ofFive, [2, 4, 5]), { path })
    const { address } = privateKeyToAccount(writePrivateKey('EVM', privateKey) as `0x${string}`)
    const point = secp256k1.Point.fromHex(publicKeyOf(ofFive.keySet, { path }))
    expect(address).toBe(publicKeyToAddress(`0x${point.toHex(false)}`))
    expect(publicKey).toBe(point.toHex(true))
  })

  it('is a Solana keypair at the same address', async () => {
    const { privateKey, publicKey } = exported(ed25519, partiesAt(ed25519, [3, 1]))
    const text = writePrivateKey('SVM', privateKey)
    const { address } = await createKeyPairSignerFromBytes(new Uint8Array(getBase58Encoder().encode(text)))
    expect(address).toBe(getBase58Decoder().decode(hexToBytes(publicKey)))
    expect(publicKey).toBe(ed25519.keySet.groupKey)
  })

  it('leaves the shares as good as they were', () => {
    const holders = partiesAt(ed25519, [1, 2])
    exported(ed25519, holders)
    expect(signWith(ed25519, holders, { message: '00' }).publicKey).toBe(ed25519.keySet.groupKey)
  })

  it.each([
    ['EVM', 'secp256k1-ecdsa', `0x${'1f'.repeat(32)}`],
    ['SUI', 'ed25519', writePrivateKey('SUI', '9d'.repeat(32))],
    ['TON', 'ed25519', 'ff'.repeat(32)],
  ] as const)('is the one that was imported: %s', (format, curve, text) => {
    const wallet = makeWallet(curve, 'TWO_OF_TWO', { secret: readPrivateKey(format, text), seed: format })
    const { privateKey } = exported(wallet, partiesAt(wallet, [2, 1]))
    expect(writePrivateKey(format, privateKey)).toBe(text)
  })

  it('is still the seed after a refresh and a reshare', () => {
    const identities = ed25519.parties.map(({ identity }) => identity)
    const { keySet } = ed25519
    const [{ keygenId: coordinator }] = identities as [(typeof identities)[0]]
    const fresh = walletOf(
      play({ kind: 'refresh', roomId: 'refresh', keySet, coordinator }, ed25519.parties).results,
      identities,
    )
    const holders = partiesAt(fresh, [2, 3])
    const strangers = createIdentities(2, 'export')
    const plan = {
      ...planOf(fresh, holders),
      kind: 'reshare',
      scheme: 'TWO_OF_TWO',
      parties: strangers.map(({ keygenId }) => keygenId),
      coordinator: strangers[0]?.keygenId ?? '',
    } as const
    const { results } = play(plan, [...holders, ...strangers.map((identity) => ({ identity }))])
    const reshared = walletOf(results, strangers)
    const before = exported(ed25519, partiesAt(ed25519, [1, 2]))
    expect(exported(reshared, partiesAt(reshared, [1, 2]))).toEqual(before)
  })
})

describe('exporting', () => {
  const holders = partiesAt(ed25519, [1, 2])
  const [recipient, service] = holders as [Parties[0], Parties[0]]
  const plan = planOf(ed25519, holders)
  const fail = (change: (message: Message) => Message) => () =>
    play(plan, holders, { carry: forge(plan.roomId, { liar: service.identity, step: 0 }, change) })

  it('tells only the recipient the key', () => {
    const { sent } = play(plan, holders)
    expect(sent.map(({ to }) => to)).toEqual([recipient.identity.keygenId])
  })

  it.each([
    ['another share', { signingShare: '11'.repeat(31).padEnd(64, '0') }, 'share_invalid'],
    ['a share of zero', { signingShare: '00'.repeat(32) }, 'share_invalid'],
    ['another share of the seed', { seedShares: ['00'.repeat(32), '00'.repeat(32)] }, 'share_invalid'],
    ['no share of the seed', { seedShares: [] }, 'message_malformed'],
  ])('refuses %s', (_, change, code) => {
    expect(fail((message) => ({ ...message, ...change }))).toThrow(expect.objectContaining({ code }))
  })

  it('refuses shares that make another seed than that of the key', () => {
    const { Fn, hexOf, scalarOf } = groups.ed25519
    // Makes the second half of the seed larger by one.
    const more = Fn.inv(lagrange(Fn, 2, [1, 2]))
    const change = (message: Message) => {
      const [first = '', second = ''] = message.seedShares as string[]
      return { ...message, seedShares: [first, hexOf(Fn.add(scalarOf(second), more))] }
    }
    expect(fail(change)).toThrow('The seed is another one.')
    expect(fail(change)).toThrow(expect.objectContaining({ code: 'share_invalid' }))
  })

  it.each([
    ['that is another one', `${'11'.repeat(31)}00`],
    ['that is zero', '00'.repeat(32)],
    ['that is not below the order', 'ff'.repeat(32)],
  ])('names the holder of a share %s', (_, signingShare) => {
    const named = expect.objectContaining({ code: 'share_invalid', parties: [service.identity.keygenId] })
    expect(fail((message) => ({ ...message, signingShare }))).toThrow(named)
  })

  it('gives the key to a recipient without a share, and asks each holder for one', () => {
    const { identity } = ed25519.parties[2]!
    const toOther = planOf(ed25519, holders, { recipient: identity.keygenId })
    const { results } = play(toOther, [...holders, { identity }])
    expect(results[identity.keygenId]).toMatchObject({ kind: 'privateKey', publicKey: ed25519.keySet.groupKey })
    const missing = expect.objectContaining({ code: 'share_missing' })
    expect(() => join(toOther, { identity: recipient.identity })).toThrow(missing)
  })

  it.each([
    [
      'a recipient that is no party of the set',
      { recipient: createIdentities(1, 'eve')[0]?.keygenId ?? '' },
      'not_a_party',
    ],
    ['too few holders', { holders: plan.holders.slice(1) }, 'wrong_party_count'],
    ['too many holders', { holders: ed25519.keySet.parties.map(({ keygenId }) => keygenId) }, 'wrong_party_count'],
    ['a holder twice', { holders: [plan.recipient, plan.recipient] }, 'duplicate_party'],
    ['a path on ed25519', { path }, 'invalid_plan'],
  ])('refuses a plan with %s', (_, change, code) => {
    expect(() => join({ ...plan, ...change }, recipient)).toThrow(expect.objectContaining({ code }))
  })
})
