import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { history, numbersOf, walletAddress } from '../../../test/people/analyticsHistory.ts'
import { requestEmailCode } from '../../../test/people/oneTimeCodes.ts'

const host = createHost()
const { overview, engagement, topline } = numbersOf(host)

let ada = ''
let cid = ''
beforeEach(async () => {
  ;({ ada, cid } = await history(host))
})

describe('the numbers of past days', () => {
  const everything = async () => {
    const range = { start: '2027-12-31', end: '2028-03-01' }
    const loose = { startDate: '2027-12-31', endDate: '2028-03-01' }
    return [
      await topline(range.start, range.end),
      await engagement(range.start, range.end),
      ...(await Promise.all(
        ['day', 'week', 'month'].map((granularity) => overview(range.start, range.end, granularity)),
      )),
      (await host.call('analytics.getVisits', { query: loose })).body,
      (await host.call('analytics.getWallets', { query: loose })).body,
      (await host.call('analytics.getWalletsBreakdown', { query: { ...range, chain: 'EVM' } })).body,
    ]
  }

  it('stay when users are deleted, and reveal nothing about them', async () => {
    const before = await everything()
    for (const userId of [ada, cid]) await host.call('users.delete', { params: { userId } })
    expect(await everything()).toEqual(before)
    const stored = JSON.stringify(host.mock.export().tables.pastActivity)
    for (const text of [ada, cid, walletAddress.slice(2), '@example.com', '23:59'])
      expect(stored.toLowerCase()).not.toContain(text.toLowerCase())
    expect(stored).toContain('"loginMethod":"wallet"')
  })

  it.each([
    ['two users become one', 1],
    ['the other user has nothing left and is deleted', 0],
  ])('stay when %s', async (_, wallets) => {
    await host.mock.create.provider({ provider: 'emailOnly' })
    for (let count = 0; count < wallets; count++) await host.mock.create.wallet(ada)
    const { token } = await host.mock.signIn(cid)
    const before = await everything()
    const { status } = await host.send('emailSignIn.verify', {
      token,
      body: await requestEmailCode(host, 'ada@example.com'),
    })
    expect(status).toBe(wallets === 0 ? 200 : 422)
    if (wallets > 0) await host.call('profile.merge', { token })
    expect((await host.refuse('users.get', { params: { userId: ada } })).status).toBe(404)
    expect(await everything()).toEqual(before)
  })

  it('stay when the whole state is exported to another mock', async () => {
    await host.call('users.delete', { params: { userId: ada } })
    const before = await everything()
    host.mock.import(JSON.parse(JSON.stringify(host.mock.export())))
    expect(await everything()).toEqual(before)
  })
})

describe('environments.getVisitorStatistics', () => {
  const statistics = async () => (await host.call('environments.getVisitorStatistics')).body

  it('counts present users and visitors, and those of the last 30 days', async () => {
    await host.call('visits.create', {
      body: { address: walletAddress, chain: 'EVM', provider: 'browserExtension', walletName: 'metamask' },
    })
    expect(await statistics()).toEqual({
      users: { count: 3, uniquePastMonth: 2 },
      visitors: { count: 1, uniquePastMonth: 1 },
    })
    await host.mock.clock.set('2028-03-29T23:59:59.999Z')
    expect((await statistics()).users).toEqual({ count: 3, uniquePastMonth: 2 })
    await host.mock.clock.advance(1)
    expect(await statistics()).toEqual({
      users: { count: 3, uniquePastMonth: 1 },
      visitors: { count: 1, uniquePastMonth: 1 },
    })
    await host.mock.clock.advance({ days: 1 })
    expect(await statistics()).toEqual({
      users: { count: 3, uniquePastMonth: 0 },
      visitors: { count: 1, uniquePastMonth: 0 },
    })
  })

  it('still counts deleted users of the last 30 days', async () => {
    await host.call('users.delete', { params: { userId: ada } })
    expect((await statistics()).users).toEqual({ count: 2, uniquePastMonth: 2 })
  })
})
