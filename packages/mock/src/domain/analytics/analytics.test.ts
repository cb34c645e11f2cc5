import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { ColumnProbe } from '@latchkey/store/order'
import { OrderedSet } from '@latchkey/store/orderedSet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestWorld } from '../../../test/support/world.ts'
import type { User } from '../../store/records.ts'
import { transact } from '../../world/world.ts'
import { signIn } from '../flows/signIn/signIn.ts'
import { createUser } from '../flows/users/users.ts'
import type { Backend } from '../shared/backend.ts'
import { overviewOf } from './analytics.ts'
import { totalsOf } from './analyticsActivity.ts'
import { operatingSystemOf } from './analyticsOperatingSystems.ts'
import { periodsOf, weekdayOf, wholeWeeks } from './analyticsRange.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'

const userAgents: readonly (readonly [string, string | null | undefined])[] = [
  [
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'iOS',
    'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  ],
  [
    'ChromeOS',
    'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Other', 'node'],
  ['Other', ''],
  ['Other', null],
  ['Other', undefined],
  ['Other', `${'x'.repeat(600)} Windows`],
]

afterEach(() => vi.restoreAllMocks())

describe('operatingSystemOf', () => {
  it.each(userAgents)('reads %s of %j', (system, userAgent) => {
    expect(operatingSystemOf(userAgent)).toBe(system)
  })
})

describe('overviewOf', () => {
  it('counts the operating systems that sessions began on', async () => {
    const world = createTestWorld()
    await transact(world, async (backend) => {
      const user = createUser(backend, environmentId, {
        email: 'ada@example.com',
        emailVerifiedAt: backend.clock.iso(),
      })
      for (const [, userAgent] of userAgents) await signInOn(backend, user, userAgent ?? undefined)
    })
    const range = { first: '2026-01-15', last: '2026-01-15' }
    const { sessions } = await transact(world, (backend) =>
      overviewOf(backend, environmentId, { range, granularity: 'day' }),
    )
    expect(sessions.byOperatingSystem.map(({ dimValue, nSessionsVisits }) => `${dimValue} ${nSessionsVisits}`)).toEqual(
      ['Android 1', 'ChromeOS 1', 'Linux 1', 'Other 5', 'Windows 1', 'iOS 2', 'macOS 1'],
    )
    expect(sessions.byLoginMethod).toEqual([{ date: '2026-01-15', dimValue: 'email', nSessionsVisits: 12 }])
  })
})

async function signInOn(backend: Backend, user: User, userAgent: string | undefined): Promise<void> {
  const [credential] = backend.store.credentials.scan('byUser', [user.id])
  if (!credential) throw new TypeError('The user has no credential.')
  await signIn(backend, credential, {
    user: backend.store.users.get(user.id),
    request: { cookies: {}, url: new URL(backend.baseUrl), ...defined({ userAgent }) },
  })
}

describe('periodsOf', () => {
  it('divides a leap year, and the turn of a year', () => {
    expect(periodsOf({ first: '2028-01-01', last: '2028-12-31' }, 'day')).toHaveLength(366)
    expect(periodsOf({ first: '2028-02-28', last: '2028-03-01' }, 'day')).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    expect(periodsOf({ first: '2027-12-31', last: '2028-01-03' }, 'week')).toEqual(['2027-12-27', '2028-01-03'])
    expect(periodsOf({ first: '2027-12-31', last: '2028-01-01' }, 'month')).toEqual(['2027-12-01', '2028-01-01'])
  })

  it('has the week of the epoch', () => {
    expect([
      weekdayOf('1970-01-01'),
      weekdayOf('1970-01-04'),
      weekdayOf('1970-01-05'),
      weekdayOf('2024-02-29'),
    ]).toEqual([4, 7, 1, 4])
    expect(wholeWeeks({ first: '1970-01-01', last: '1970-01-05' })).toEqual({ first: '1969-12-29', last: '1970-01-11' })
  })
})

describe('the cost of a range', () => {
  /** One session an hour from the beginning of 2026 on. */
  async function worldOf(sessions: number) {
    const world = createTestWorld()
    await transact(world, (backend) => {
      for (let hour = 0; hour < sessions; hour++) {
        const createdAt = isoOf(1_767_225_600_000 + hour * 3_600_000)
        backend.store.sessions.insert({
          ...newRecord(backend),
          createdAt,
          environmentId,
          userId: `user ${hour % 100}`,
          expiresAt: createdAt,
          audience: '',
          tokenId: String(hour),
        })
      }
    })
    return world
  }

  it('depends on the range only, and counting reads hardly any records', async () => {
    const world = await worldOf(20_000)
    const read = vi.spyOn(OrderedSet.prototype, 'slice')
    const compared = vi.spyOn(ColumnProbe.prototype, 'compare')
    const records = () => read.mock.calls.reduce((sum, [from, to]) => sum + Math.max(0, to - from), 0)
    const range = { first: '2027-03-01', last: '2027-03-02' }
    const { sessions } = await transact(world, (backend) => totalsOf(backend, environmentId, range))
    expect(sessions).toEqual({ allTime: 20_000, inRange: 48 })
    expect(records()).toBeLessThan(100)
    read.mockClear()
    await transact(world, (backend) => overviewOf(backend, environmentId, { range, granularity: 'day' }))
    expect(records()).toBeGreaterThanOrEqual(48)
    expect(records()).toBeLessThan(200)
    expect(compared.mock.calls.length).toBeLessThan(5_000)
  })
})
