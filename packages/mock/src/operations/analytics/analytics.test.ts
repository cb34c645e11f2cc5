import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { history, numbersOf, walletAddress } from '../../../test/people/analyticsHistory.ts'
import { changeStandardField } from '../../../test/people/profiles.ts'

const host = createHost()

const { overview, engagement, topline } = numbersOf(host)
const active = async (start: string, end: string, granularity?: string) =>
  (await overview(start, end, granularity)).activeUsers.map(({ date, nUsers }) => `${date} ${nUsers}`)

let ada = ''
let bob = ''
let cid = ''
beforeEach(async () => {
  ;({ ada, bob, cid } = await history(host))
})

describe('analytics.getTopline', () => {
  it('counts the days of the range, the last one included, and the totals', async () => {
    await host.mock.create.wallet(ada)
    expect(await topline('2028-01-01', '2028-02-29')).toEqual({
      sessions: { allTime: 6, inRange: 4 },
      users: { allTime: 3, inRange: 0 },
      wallets: { allTime: 2, inRange: 0 },
    })
    expect(await topline('2028-03-01', '2028-03-01')).toEqual({
      sessions: { allTime: 6, inRange: 1 },
      users: { allTime: 3, inRange: 0 },
      wallets: { allTime: 2, inRange: 1 },
    })
    expect(await topline('2027-12-31', '2027-12-31')).toEqual({
      sessions: { allTime: 6, inRange: 1 },
      users: { allTime: 3, inRange: 3 },
      wallets: { allTime: 2, inRange: 1 },
    })
  })

  it('counts a session once, even after its tokens were replaced', async () => {
    const { token } = await host.mock.signIn(ada)
    await host.call('sessions.refresh', { token })
    expect((await topline('2028-03-01', '2028-03-01')).sessions.inRange).toBe(2)
  })

  it('counts nothing of another environment', async () => {
    const { live } = host.mock.defaults.environments
    await host.mock.signIn(await host.mock.create.user({ email: 'eve@example.com' }, { environmentId: live.id }))
    const input = {
      params: { environmentId: live.id },
      token: live.token,
      query: { start: '2028-03-01', end: '2028-03-01' },
    }
    expect((await host.call('analytics.getTopline', input)).body).toEqual({
      sessions: { allTime: 1, inRange: 1 },
      users: { allTime: 1, inRange: 1 },
      wallets: { allTime: 0, inRange: 0 },
    })
    expect((await topline('2028-03-01', '2028-03-01')).sessions).toEqual({ allTime: 6, inRange: 1 })
  })

  it('can be read by a viewer', async () => {
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect(
      (await host.call('analytics.getTopline', { token, query: { start: '2028-03-01', end: '2028-03-01' } })).body
        .sessions.allTime,
    ).toBe(6)
  })
})

describe('analytics.getOverview', () => {
  it('counts each user once a day, with a row for a day without users', async () => {
    await host.mock.signIn(ada)
    expect(await active('2027-12-31', '2028-01-03')).toEqual([
      '2027-12-31 1',
      '2028-01-01 1',
      '2028-01-02 1',
      '2028-01-03 1',
    ])
    expect(await active('2028-02-28', '2028-03-02')).toEqual([
      '2028-02-28 0',
      '2028-02-29 1',
      '2028-03-01 1',
      '2028-03-02 0',
    ])
  })

  it('counts weeks from Monday and months from the first, and only the days of the range', async () => {
    expect(await active('2027-12-31', '2028-01-03', 'week')).toEqual(['2027-12-27 2', '2028-01-03 1'])
    expect(await active('2027-12-31', '2028-03-01', 'month')).toEqual([
      '2027-12-01 1',
      '2028-01-01 2',
      '2028-02-01 1',
      '2028-03-01 1',
    ])
    expect(await active('2028-01-02', '2028-01-02', 'month')).toEqual(['2028-01-01 1'])
    expect(await active('2028-01-02', '2028-01-02', 'week')).toEqual(['2027-12-27 1'])
  })

  it('divides sessions by login method', async () => {
    const { sessions } = await overview('2028-01-01', '2028-02-29', 'month')
    expect(
      sessions.byLoginMethod.map(({ date, dimValue, nSessionsVisits }) => `${date} ${dimValue} ${nSessionsVisits}`),
    ).toEqual([
      '2028-01-01 email 1',
      '2028-01-01 google 2',
      '2028-01-01 wallet 0',
      '2028-02-01 email 0',
      '2028-02-01 google 0',
      '2028-02-01 wallet 1',
    ])
    expect(sessions.byOperatingSystem).toEqual([
      { date: '2028-01-01', dimValue: 'Other', nSessionsVisits: 3 },
      { date: '2028-02-01', dimValue: 'Other', nSessionsVisits: 1 },
    ])
  })

  it('counts the operating systems that the sessions began on', async () => {
    const agents = [
      'Mozilla/5.0 (X11; Linux x86_64) Firefox/132.0',
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/141.0',
      'Mozilla/5.0 (Linux; Android 14) Chrome/141.0',
    ]
    for (const userAgent of agents) await host.mock.signIn(bob, { userAgent })
    const before = await overview('2028-03-01', '2028-03-01')
    expect(
      before.sessions.byOperatingSystem.map(({ dimValue, nSessionsVisits }) => `${dimValue} ${nSessionsVisits}`),
    ).toEqual(['Android 2', 'Linux 1', 'Other 1'])
    await host.call('users.delete', { params: { userId: bob } })
    expect(await overview('2028-03-01', '2028-03-01')).toEqual(before)
  })

  it('keeps the method of a session whose credential is unlinked later', async () => {
    await changeStandardField(host, 'email', { required: false })
    const wallet = await host.mock.create.wallet(ada)
    const before = await overview('2027-12-31', '2028-03-01', 'month')
    const { token } = await host.mock.signIn(ada)
    const { body } = await host.call('users.get', { params: { userId: ada } })
    const emailCredential = body.user?.verifiedCredentials?.find(({ format }) => format === 'email')?.id
    await host.call('walletSignIn.unlink', {
      token,
      body: { verifiedCredentialId: emailCredential, primaryWalletId: wallet.id },
    })
    const after = await overview('2027-12-31', '2028-02-29', 'month')
    expect(after.sessions.byLoginMethod).toEqual(
      before.sessions.byLoginMethod.filter(({ date }) => date < '2028-03-01'),
    )
  })

  it.each(['year', 'Day', ''])('refuses the granularity %j', async (granularity) => {
    expect(
      await host.refuse('analytics.getOverview', { query: { start: '2028-01-01', end: '2028-01-02', granularity } }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('analytics.getEngagement', () => {
  it('counts the active days of whole weeks', async () => {
    const { activeWeeklyDays } = await engagement('2028-01-02', '2028-01-03')
    expect(activeWeeklyDays).toEqual([
      { nDays: 1, nUserWeeks: 2, pctUserWeeks: 66.67 },
      { nDays: 2, nUserWeeks: 1, pctUserWeeks: 33.33 },
      ...[3, 4, 5, 6, 7].map((nDays) => ({ nDays, nUserWeeks: 0, pctUserWeeks: 0 })),
    ])
  })

  it('has percentages of 0 and no cohorts if nobody was active', async () => {
    const { activeWeeklyDays, retention, sessionsHeatmap } = await engagement('2028-02-01', '2028-02-01')
    expect(activeWeeklyDays.map(({ pctUserWeeks }) => pctUserWeeks)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(retention.allUsers).toEqual([{ cohortWeek: '2028-01-31', returningWeek: '2028-01-31', retentionPct: null }])
    expect(sessionsHeatmap.every(({ nSessionsVisits }) => nSessionsVisits === 0)).toBe(true)
  })

  it('follows the users of a week, and the new ones, through the following weeks', async () => {
    const { retention } = await engagement('2028-01-02', '2028-01-03')
    const rows = (cohort: typeof retention.allUsers) =>
      cohort.map(({ cohortWeek, returningWeek, retentionPct }) => `${cohortWeek} ${returningWeek} ${retentionPct}`)
    expect(rows(retention.allUsers)).toEqual([
      '2027-12-27 2027-12-27 100',
      '2027-12-27 2028-01-03 50',
      '2028-01-03 2028-01-03 100',
    ])
    expect(rows(retention.newUsers)).toEqual([
      '2027-12-27 2027-12-27 100',
      '2027-12-27 2028-01-03 50',
      '2028-01-03 2028-01-03 null',
    ])
  })

  it('has null for a week until it is over on the clock', async () => {
    const thisWeek = async () =>
      (await engagement('2028-02-28', '2028-03-06')).retention.allUsers.map(({ retentionPct }) => retentionPct)
    await host.mock.clock.set('2028-03-05T23:59:59.999Z')
    expect(await thisWeek()).toEqual([null, null, null])
    await host.mock.clock.advance(1)
    expect(await thisWeek()).toEqual([100, null, null])
    await host.mock.signIn(cid)
    await host.mock.clock.advance({ days: 7 })
    expect(await thisWeek()).toEqual([100, 50, 100])
  })

  it('counts the hours of the range only, by weekdays from 0 for Sunday', async () => {
    const { sessionsHeatmap } = await engagement('2028-01-01', '2028-01-03')
    expect(sessionsHeatmap.map(({ weekday, hourBucket }) => weekday * 24 + hourBucket)).toEqual(
      Array.from({ length: 168 }, (_, hour) => hour),
    )
    expect(sessionsHeatmap.filter(({ nSessionsVisits }) => nSessionsVisits > 0)).toEqual([
      { weekday: 0, hourBucket: 23, nSessionsVisits: 1 },
      { weekday: 1, hourBucket: 0, nSessionsVisits: 1 },
      { weekday: 6, hourBucket: 0, nSessionsVisits: 1 },
    ])
  })
})

describe('analytics.getVisits', () => {
  const visit = (of = walletAddress) =>
    host.call('visits.create', {
      body: { address: of, chain: 'EVM', provider: 'browserExtension', walletName: 'metamask' },
    })

  it('counts every visit, even of a known wallet, separately from the sessions', async () => {
    for (const of of [walletAddress, walletAddress, `0x${'a'.repeat(40)}`]) await visit(of)
    await host.mock.clock.set('2028-03-02T00:00:00.000Z')
    await visit()
    const { body } = await host.call('analytics.getVisits', {
      query: { startDate: '2028-03-01', endDate: '2028-03-03T23:30:00-01:00' },
    })
    expect(body).toEqual({
      summedSessionsCount: 5,
      summedTotalUniqueCount: 3,
      users: {
        totalUnique: 1,
        sessions: [
          { date: '2028-03-01', count: 1, uniqueUsers: 1 },
          ...['2028-03-02', '2028-03-03', '2028-03-04'].map((date) => ({ date, count: 0, uniqueUsers: 0 })),
        ],
      },
      visits: {
        totalUnique: 2,
        sessions: [
          { date: '2028-03-01', count: 3, uniqueUsers: 2 },
          { date: '2028-03-02', count: 1, uniqueUsers: 1 },
          { date: '2028-03-03', count: 0, uniqueUsers: 0 },
          { date: '2028-03-04', count: 0, uniqueUsers: 0 },
        ],
      },
    })
    expect((await host.call('visits.listVisitors')).body.count).toBe(2)
  })

  it('does not count refused visits, or those in another environment', async () => {
    await host.refuse('visits.create', {
      body: { address: 'none', chain: 'EVM', provider: 'browserExtension', walletName: 'metamask' },
    })
    await host.call('visits.create', {
      params: { environmentId: host.mock.defaults.environments.live.id },
      body: { address: walletAddress, chain: 'EVM', provider: 'browserExtension', walletName: 'metamask' },
    })
    expect((await host.call('analytics.getVisits')).body.visits?.totalUnique).toBe(0)
  })

  it('shows the last 30 days without dates, or the 30 days until the end', async () => {
    const dates = async (query: object) =>
      (await host.call('analytics.getVisits', { query })).body.users?.sessions?.map(({ date }) => date) ?? []
    const usual = await dates({})
    expect([usual.length, usual[0], usual.at(-1)]).toEqual([30, '2028-02-01', '2028-03-01'])
    const ended = await dates({ endDate: '2028-01-30' })
    expect([ended.length, ended[0]]).toEqual([30, '2028-01-01'])
    expect(await dates({ startDate: '2028-02-29' })).toEqual(['2028-02-29', '2028-03-01'])
  })
})

describe('analytics.getWallets', () => {
  it('counts the wallets of the range by application, most first, then by name', async () => {
    for (const walletName of ['zerion', 'metamask', 'zerion', 'argent'])
      await host.mock.create.wallet(ada, { walletName })
    expect((await host.call('analytics.getWallets')).body).toEqual([
      { walletName: 'zerion', count: 2 },
      { walletName: 'argent', count: 1 },
      { walletName: 'metamask', count: 1 },
    ])
    expect(
      (await host.call('analytics.getWallets', { query: { startDate: '2027-12-31', endDate: '2027-12-31' } })).body,
    ).toEqual([{ walletName: 'rabby', count: 1 }])
  })
})

describe('analytics.getWalletsBreakdown', () => {
  const breakdown = async (chain: string) =>
    (await host.call('analytics.getWalletsBreakdown', { query: { start: '2028-03-01', end: '2028-03-01', chain } }))
      .body.breakdown

  it('counts the wallets of the chain and its family', async () => {
    await host.mock.create.wallet(ada, { walletName: 'metamask', chain: 'ETH' })
    await host.mock.create.wallet(bob, {
      walletName: 'phantom',
      chain: 'SOL',
      publicWalletAddress: '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA',
    })
    const evm = {
      allTime: [
        { walletNameDisplay: 'metamask', nWallets: 1 },
        { walletNameDisplay: 'rabby', nWallets: 1 },
      ],
      inRange: [{ walletNameDisplay: 'metamask', nWallets: 1 }],
    }
    expect([await breakdown('EVM'), await breakdown('ETH')]).toEqual([evm, evm])
    expect(await breakdown('SOL')).toEqual({
      allTime: [{ walletNameDisplay: 'phantom', nWallets: 1 }],
      inRange: [{ walletNameDisplay: 'phantom', nWallets: 1 }],
    })
    expect(await breakdown('BTC')).toEqual({ allTime: [], inRange: [] })
  })

  it('still counts a wallet that was unlinked', async () => {
    const wallet = await host.mock.create.wallet(ada, { walletName: 'metamask' })
    const before = await breakdown('EVM')
    const { token } = await host.mock.signIn(ada)
    await host.call('walletSignIn.unlink', { token, body: { walletId: wallet.id } })
    expect(await breakdown('EVM')).toEqual(before)
  })

  it.each(['DOGE', 'evm', 'toString', ''])('refuses the chain %j', async (chain) => {
    expect(
      await host.refuse('analytics.getWalletsBreakdown', { query: { start: '2028-03-01', end: '2028-03-01', chain } }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
