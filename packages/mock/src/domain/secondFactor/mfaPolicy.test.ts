import { newRecord } from '@latchkey/base/newRecord'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFactorWorld, type FactorWorld } from '../../../test/people/factorWorld.ts'
import {
  canProveFactor,
  countFactors,
  hasUsablePasskey,
  hasVerifiedDevice,
  isMethodAvailable,
  secondFactorEmails,
} from './mfaPolicy.ts'

let people: FactorWorld

beforeEach(async () => {
  people = await createFactorWorld()
  await people.set({ enabled: true })
})

/** Inserts a device of the user that is not a TOTP app with a secret. */
const insertDevice = (fields: { readonly verifiedAt?: string; readonly passkeyId?: string }) =>
  people.act((backend, { id: userId, environmentId }) =>
    backend.store.mfaDevices.insert({
      ...newRecord(backend),
      environmentId,
      userId,
      type: fields.passkeyId === undefined ? 'totp' : 'passkey',
      isDefault: false,
      ...fields,
    }),
  )
const instant = '2026-01-01T00:00:00.000Z'

describe('a kind of second factor', () => {
  const kinds = () =>
    people.act((backend, { environmentId }) =>
      (['totp', 'passkey', 'email'] as const).filter((kind) => isMethodAvailable(backend, environmentId, kind)),
    )

  it('is available if it is listed and not turned off', async () => {
    await people.set({ availableMethods: ['totp', 'email'], methods: [{ type: 'totp', enabled: false }] })
    expect(kinds()).toEqual(['email'])
  })

  it('is available without a list only if it is turned on by itself', async () => {
    await people.set({
      availableMethods: null,
      methods: [
        { type: 'totp', enabled: false },
        { type: 'passkey', enabled: true },
      ],
    })
    expect(kinds()).toEqual(['passkey'])
  })

  it('is not available while second factors are off', async () => {
    await people.set({ enabled: false })
    expect(kinds()).toEqual([])
  })
})

describe('a device that was not verified', () => {
  it('protects nobody and does not count as a factor', () => {
    insertDevice({})
    expect(people.act((backend, user) => hasVerifiedDevice(backend, user.id))).toBe(false)
    expect(people.act(countFactors)).toBe(0)
    insertDevice({ verifiedAt: instant })
    expect(people.act((backend, user) => hasVerifiedDevice(backend, user.id))).toBe(true)
    expect(people.act(countFactors)).toBe(1)
  })
})

describe('a passkey', () => {
  it('counts once, with or without a device of its own', () => {
    people.insertPasskey()
    expect(people.act(countFactors)).toBe(1)
    insertDevice({ verifiedAt: instant, passkeyId: people.insertPasskey() })
    expect(people.act(countFactors)).toBe(2)
  })

  it('of embedded wallets is not a second factor', () => {
    people.insertPasskey({ forWallets: true })
    expect(people.act(hasUsablePasskey)).toBe(false)
    expect(people.act(countFactors)).toBe(0)
  })
})

describe('an e-mail address', () => {
  const emails = (session = {}) =>
    people.act((backend, user) => secondFactorEmails(backend, user, session).map(({ key }) => key))
  const canProve = () => people.act((backend, user) => canProveFactor(backend, user, {}))

  it('is a second factor only where codes by e-mail are one', async () => {
    expect([emails(), canProve()]).toEqual([[], false])
    await people.set({ availableMethods: ['email'] })
    expect([emails(), canProve()]).toEqual([['ada@example.com'], true])
  })

  it('is not a second factor before it was verified', async () => {
    await people.set({ availableMethods: ['email'] })
    people.act((backend, user) => {
      for (const { verifiedAt: _, ...credential } of backend.store.credentials.scan('byUser', [user.id]))
        backend.store.credentials.put(credential)
    })
    expect([emails(), canProve()]).toEqual([[], false])
  })
})
