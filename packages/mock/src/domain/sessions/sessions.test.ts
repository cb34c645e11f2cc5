import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { Session } from '../../store/records.ts'

// Jobs run when a test settles the clock, and not before.
const host = createHost({ mock: { schedule: () => undefined } })
let userId = ''
let token = ''

beforeEach(async () => {
  userId = (await host.mock.create.user({ email: 'ada@example.com' })).id
  token = (await host.mock.signIn(userId)).token
})

const revoked = { status: 401, code: 'session_revoked' }
const tables = () => host.mock.export().tables as { sessions: Session[] }

describe('the end of all sessions of an environment', () => {
  it('leaves a session that began afterwards, even within the same millisecond', async () => {
    await host.call('sessions.revokeAll')
    const { token: later } = await host.mock.signIn(userId)
    await host.mock.clock.settle()
    expect(await host.refuse('sessions.check', { token })).toMatchObject(revoked)
    expect((await host.call('sessions.check', { token: later })).status).toBe(204)
  })

  it('reaches an earlier session whose id is not in the order of their creation', async () => {
    const state = structuredClone(host.mock.export())
    const greatest = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
    host.mock.import({
      ...state,
      tables: { ...state.tables, sessions: tables().sessions.map((session) => ({ ...session, id: greatest })) },
    })
    await host.mock.clock.advance({ minutes: 1 })
    await host.call('sessions.revokeAll')
    await host.mock.clock.settle()
    expect(tables().sessions).toMatchObject([{ id: greatest, revokedAt: '2026-01-15T09:31:00.000Z' }])
  })

  it('names the administration in the events', async () => {
    await host.call('sessions.revokeAll')
    await host.mock.clock.settle()
    const { body: events } = await host.call('events.list')
    expect(events.map(({ eventName }) => eventName).filter((name) => name.endsWith('revoked'))).toEqual([
      'admin.user.session.revoked',
    ])
  })
})

describe('the former tokens of a session', () => {
  it('are at most twenty, the last ones, since none expires on a stopped clock', async () => {
    const [{ tokenId: first } = { tokenId: '' }] = tables().sessions
    let latest = token
    for (let count = 0; count < 25; count++)
      latest = String((await host.call('sessions.refresh', { token: latest })).body.jwt)
    const [{ tokenId, formerTokens = [] } = { tokenId: '' }] = tables().sessions
    const ids = formerTokens.map((former) => former.tokenId)
    expect(new Set([...ids, tokenId, first]).size).toBe(22)
    expect(await host.call('sessions.check', { token: latest })).toMatchObject({ status: 204 })
  })
})
