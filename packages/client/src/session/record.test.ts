import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseRecord, type SessionRecord, toRecord } from './record.ts'
import { createShared, isAtItsEnd } from './refresh.ts'
import { toOutcome } from './start.ts'

const now = Date.parse('2026-01-15T09:30:00.000Z')
const hour = 3_600_000
const environmentId = '01900000-0000-7000-8000-000000000001'
const user = {
  id: 'ada',
  projectEnvironmentId: environmentId,
  verifiedCredentials: [],
  sessionId: 'session',
} as unknown as SessionRecord['user']
const before: SessionRecord = { v: 1, token: 'a.b.c', user, issuedAtMs: now, expiresAtMs: now + hour, serial: 3 }

beforeEach(() => {
  vi.useFakeTimers({ now })
  onTestFinished(() => void vi.useRealTimers())
})

const setup = { environmentId, isCookie: false, storage: {} }
const respond = (date?: string) => new Response(null, { headers: date === undefined ? {} : { date } })

describe('the end of a session', () => {
  it('is computed from the instants of the service, whatever the clock here says', () => {
    const fiveMinutesAgo = 'Thu, 15 Jan 2026 09:25:00 GMT'
    const reply = { user, expiresAt: '2026-01-15T10:25:00.000Z' }
    expect(toRecord(reply, respond(fiveMinutesAgo), setup).expiresAtMs).toBe(now + hour)
    expect(toRecord(reply, respond(), setup).expiresAtMs).toBe(now + 55 * 60_000)
    expect(toRecord(reply, respond('today'), setup).expiresAtMs).toBe(now + 55 * 60_000)
  })

  it('stays after a reply without a token, unless the reply has another', () => {
    expect(toRecord({ user }, respond(), { ...setup, before })).toMatchObject({
      token: 'a.b.c',
      expiresAtMs: before.expiresAtMs,
      serial: 4,
    })
    const later = { user, expiresAt: String((now + 2 * hour) / 1000) }
    expect(toRecord(later, respond(), { ...setup, before }).expiresAtMs).toBe(now + 2 * hour)
  })

  it.each(['soon', '', '+012026-01-15T10:30:00.000Z'])('is a minute away where the reply says "%s"', (expiresAt) => {
    expect(toRecord({ user, expiresAt }, respond(), setup).expiresAtMs).toBe(now + 60_000)
  })

  it('is near for the last ten seconds, in which no call is started with the token', () => {
    expect(isAtItsEnd({ ...before, expiresAtMs: now + 10_000 })).toBe(false)
    expect(isAtItsEnd({ ...before, expiresAtMs: now + 9999 })).toBe(true)
  })
})

describe('a stored record', () => {
  it.each([undefined, null, '', 'user:basic'])('is read as it was written, with the scope %o', (scope) => {
    const record = { ...before, user: { ...user, scope } }
    expect(parseRecord(JSON.stringify(record), environmentId)).toEqual(record)
  })

  it.each<[string, object]>([
    ['a user whose id is a number', { user: { ...user, id: 7 } }],
    ['a scope that is no text', { user: { ...user, scope: ['user:basic'] } }],
    ['no number of its token', { serial: undefined }],
    ['no instant of its begin', { issuedAtMs: null }],
  ])('is not read with %s', (_, changes) => {
    expect(parseRecord(JSON.stringify({ ...before, ...changes }), environmentId)).toBeUndefined()
  })
})

describe('a refresh', () => {
  it('is shared by calls that come while it lasts, and begins anew afterwards', async () => {
    const work = vi.fn(async () => {})
    const refresh = createShared(work)
    await Promise.all([refresh(before), refresh(before)])
    expect(work).toHaveBeenCalledTimes(1)
    await refresh(before)
    expect(work).toHaveBeenCalledTimes(2)
  })
})

describe('the outcome of a sign-in', () => {
  it('has a token of a second factor that was just used, and none while one is missing', () => {
    const missing = { ...user, scope: 'requiresAdditionalAuth' }
    const outcomeOf = (mfaToken: string | undefined, of = user) =>
      toOutcome({ ...(mfaToken !== undefined && { mfaToken }) }, { ...before, user: of })
    expect(outcomeOf('token')).toStrictEqual({ state: 'signedIn', user, mfaToken: 'token' })
    expect(outcomeOf(undefined)).toStrictEqual({ state: 'signedIn', user })
    expect(outcomeOf('token', missing)).toStrictEqual({ state: 'needsSecondFactor', user: missing })
  })
})
