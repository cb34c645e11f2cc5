import type { callsOf, TestHost } from '../hosts/harness.ts'

type Host = TestHost & ReturnType<typeof callsOf>

/** Where transfers go in tests. */
export const recipient = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
/** Base Sepolia. */
export const networkId = 84532

/** Sets up the exchange, at which people sign in with `coinbasesocial`. */
export async function enableExchange(host: Host): Promise<void> {
  await host.mock.create.provider({ provider: 'coinbasesocial' })
  const body = { exchange: 'coinbase', socialProvider: 'coinbasesocial' }
  const { id } = (await host.call('exchanges.create', { body })).body
  await host.call('exchanges.enable', { params: { exchangeId: id ?? '' } })
}

/** A user who is signed in, has linked an account of the exchange, and has an ether and 100 USDC there. */
export async function personAtExchange(host: Host, name = 'ada') {
  const user = await host.mock.create.user({
    email: `${name}@example.com`,
    oauthAccounts: [{ provider: 'coinbasesocial', accountId: `coinbase-${name}` }],
  })
  const account = host.mock.exchanges.coinbase.account(user)
  await account.deposit('ETH', '1')
  await account.deposit('USDC', '100')
  const { token } = await host.mock.signIn(user)
  return { userId: user.id, token, account, accountId: (await account.facts()).id }
}
