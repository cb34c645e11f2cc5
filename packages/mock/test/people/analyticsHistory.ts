import type { callsOf, TestHost } from '../hosts/harness.ts'

type Host = TestHost & ReturnType<typeof callsOf>

export const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Three users: one who signs in by e-mail, one by a social account, one by a wallet. */
export interface People {
  readonly ada: string
  readonly bob: string
  readonly cid: string
}

/** Sign-ins on both sides of every border: year, month, week, day, and the leap day. */
export async function history({ mock: { clock, create, signIn } }: Host): Promise<People> {
  await clock.set('2027-12-31T12:00:00.000Z')
  const { id: ada } = await create.user({ email: 'ada@example.com' })
  const { id: bob } = await create.user({ oauthAccounts: [{ provider: 'google', accountId: 'bob' }] })
  const { id: cid } = await create.user({
    wallets: [
      { publicWalletAddress: walletAddress, chain: 'EVM', walletName: 'rabby', walletProvider: 'browserExtension' },
    ],
  })
  for (const [instant, user] of [
    ['2027-12-31T23:59:59.999Z', ada],
    ['2028-01-01T00:00:00.000Z', ada],
    ['2028-01-02T23:59:59.999Z', bob],
    ['2028-01-03T00:00:00.000Z', bob],
    ['2028-02-29T12:00:00.000Z', cid],
    ['2028-03-01T00:00:00.000Z', ada],
  ] as const) {
    await clock.set(instant)
    await signIn(user)
  }
  return { ada, bob, cid }
}

/** Reads the numbers of a range over a host. */
export function numbersOf(host: Host) {
  return {
    overview: async (start: string, end: string, granularity = 'day') =>
      (await host.call('analytics.getOverview', { query: { start, end, granularity } })).body,
    engagement: async (start: string, end: string) =>
      (await host.call('analytics.getEngagement', { query: { start, end } })).body,
    topline: async (start: string, end: string) =>
      (await host.call('analytics.getTopline', { query: { start, end } })).body,
  }
}
