import { expect, it } from 'vitest'
import { makeWallet, signPlan, tripleDealer } from '../test/keys.ts'
import * as all from './allCeremonies.ts'
import * as ecdsaSigning from './ecdsaSigning.ts'

const wallet = makeWallet('secp256k1-ecdsa', 'TWO_OF_TWO')
const [party] = wallet.parties
const message = 'ab'.repeat(32)

it('joins a room that signs by ECDSA, as with all ceremonies loaded', () => {
  const plan = signPlan(wallet, wallet.parties, { message })
  expect(ecdsaSigning.join(plan, party!)).toEqual(all.join(plan, party!))
})

it('joins no other room', () => {
  const taproot = makeWallet('secp256k1-bip340', 'TWO_OF_TWO')
  const refused = expect.objectContaining({ code: 'invalid_plan' })
  const schnorr = signPlan(taproot, taproot.parties, { message })
  expect(() => ecdsaSigning.join(schnorr, taproot.parties[0]!)).toThrow(refused)
  const withDealer = { ...schnorr, dealer: tripleDealer.keygenId }
  expect(() => ecdsaSigning.join(withDealer, taproot.parties[0]!)).toThrow(refused)
  const { keySet } = wallet
  const parties = keySet.parties.map(({ keygenId }) => keygenId)
  const refresh = { kind: 'refresh', roomId: 'r', keySet, coordinator: parties[0]! } as const
  expect(() => all.join(refresh, party!)).not.toThrow()
  expect(() => ecdsaSigning.join(refresh, party!)).toThrow(refused)
})
