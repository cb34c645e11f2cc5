import { describe, expect, it } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import { createMock } from '../../mock/createMock.ts'
import { createExpiries, expiryKinds } from './expiries.ts'

describe('what expires', () => {
  it('is listed in order, in words, until its time has come', async () => {
    const mock = await createMock({ now: '2026-03-01T09:00:00.000Z' })
    const ada = await mock.create.user({ email: 'ada@example.com' })
    await mock.create.token({ note: 'CI', expiresAt: '2026-03-01T10:00:00+00:00' })
    await mock.signIn(ada)
    await mock.signIn(ada)
    const { count, expiries } = mock.clock.expiries()
    expect([count, expiries.length]).toEqual([3, 3])
    expect(expiries[0]).toMatchObject({ kind: 'token', expiresAt: '2026-03-01T10:00:00.000Z' })
    expect(expiries.map(({ description }) => description)).toEqual([
      'The API token "CI" of the sandbox environment expires.',
      'The session of ada@example.com expires.',
      'The session of ada@example.com expires.',
    ])
    expect(mock.clock.expiries(1)).toEqual({ count: 3, expiries: expiries.slice(0, 1) })
    await mock.clock.set('2026-03-01T10:00:00.000Z')
    expect(mock.clock.expiries().expiries).toEqual(expiries.slice(1))
    await mock.people.revokeSessions(ada.id)
    expect(mock.clock.expiries()).toEqual({ count: 0, expiries: [] })
  })

  it('is described in a sentence for each kind, also when its user or environment is gone', () => {
    const world = createTestWorld()
    const columns = { createdAt: world.clock.iso(), environmentId: 'gone', userId: 'gone' }
    const expiresAt = world.clock.isoIn(1_000)
    world.store.transaction((store) => {
      const put = (table: { put(record: never): unknown }, record: object) =>
        table.put({ ...columns, ...record } as never)
      put(store.verifications, {
        id: 'code',
        channel: 'email',
        key: 'a@b.c',
        address: 'a@b.c',
        codeHash: '0',
        expiresAt,
      })
      put(store.globalWalletConnections, {
        id: 'connection',
        status: 'connected',
        appUrl: 'https://app.example.com',
        expiresAt,
      })
      put(store.mfaAttempts, { id: 'lock', failures: 5, lockedUntil: expiresAt })
      put(store.sessions, { id: 'session', expiresAt })
      put(store.signingKeys, { id: 'key', retiresAt: expiresAt })
      put(store.environmentTokens, { id: 'token', hash: '0', note: 'CI', expiresAt })
    })
    const { expiries } = createExpiries(world)()
    expect(expiries.map(({ kind }) => kind).sort()).toEqual([...expiryKinds].sort())
    for (const { description } of expiries) expect(description).toMatch(/^(The|A) .+\.$/)
  })

  it('leaves out what is not valid any more', () => {
    const world = createTestWorld()
    const columns = { createdAt: world.clock.iso(), environmentId: 'gone', userId: 'gone' }
    const expiresAt = world.clock.isoIn(1_000)
    world.store.transaction((store) => {
      const put = (table: { put(record: never): unknown }, record: object) =>
        table.put({ ...columns, ...record } as never)
      put(store.verifications, { id: 'used', channel: 'email', key: 'a@b.c', address: 'a@b.c', expiresAt })
      put(store.sessions, { id: 'revoked', expiresAt, revokedAt: world.clock.iso() })
      put(store.sessions, { id: 'over', expiresAt: world.clock.iso() })
      put(store.globalWalletConnections, { id: 'cut', status: 'disconnected', appUrl: 'https://a.example', expiresAt })
      put(store.environmentTokens, { id: 'token', hash: '0', note: 'CI' })
    })
    expect(createExpiries(world)()).toEqual({ count: 0, expiries: [] })
  })
})
