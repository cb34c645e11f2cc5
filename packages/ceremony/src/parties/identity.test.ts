import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { createIdentities } from '../../test/keys.ts'
import { isPartyId, publicKeyOfParty, sharedSecret } from './identity.ts'

const [ada, ben] = createIdentities(2, 'identity')
const refused = expect.objectContaining({ code: 'invalid_identity' })

it('tells party ids from other texts', () => {
  expect(isPartyId(ada!.keygenId)).toBe(true)
  expect(isPartyId('')).toBe(false)
  expect(isPartyId('0OIl')).toBe(false)
  expect(isPartyId(base58.encode(new Uint8Array(31).fill(7)))).toBe(false)
})

it('takes no key of small order for a party', () => {
  const zero = base58.encode(new Uint8Array(32))
  expect(isPartyId(zero)).toBe(false)
  expect(() => sharedSecret(ada!, zero)).toThrow(refused)
  expect(publicKeyOfParty(zero)).toEqual(new Uint8Array(32))
})

it('gives two parties the same secret, and others another one', () => {
  const [eve] = createIdentities(1, 'eve')
  expect(sharedSecret(ada!, ben!.keygenId)).toEqual(sharedSecret(ben!, ada!.keygenId))
  expect(sharedSecret(ada!, eve!.keygenId)).not.toEqual(sharedSecret(ada!, ben!.keygenId))
})
