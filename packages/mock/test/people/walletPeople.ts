import type { components } from '@latchkey/types'
import type { TestWallet } from '../../src/control/device/walletControl.ts'
import type { callsOf, TestHost } from '../hosts/harness.ts'

type Host = TestHost & ReturnType<typeof callsOf>
type Rest = Omit<Parameters<TestWallet['request']>[0], 'nonce'> & { nonce?: string }

/** The default site of messages. */
export const siteHeaders = { origin: 'https://app.example.com' }

/** The claims of a session token, unverified. */
export function claimsOf(token: unknown): Record<string, unknown> {
  return JSON.parse(atob(String(token).split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''))
}

/** People with wallets, as tests of wallet sign-in make them and look at them. */
export function walletPeople(host: Host) {
  const headers = siteHeaders

  /** A signed message with a new nonce, unless one is given, as the sign-in takes it. */
  async function signed(
    by: TestWallet,
    { nonce, ...rest }: Rest = {},
  ): Promise<components['schemas']['VerifyRequest']> {
    return by.request({ nonce: nonce ?? ((await host.call('nonces.create')).body.nonce as string), ...rest })
  }

  return {
    signed,
    async verify(by: TestWallet, input?: Rest) {
      return (await host.call('walletSignIn.verify', { body: await signed(by, input), headers })).body
    },
    /** A user who has signed in with a wallet. */
    async person(by: TestWallet) {
      const { jwt, user } = (await host.call('walletSignIn.verify', { body: await signed(by), headers })).body
      return { id: user.id, token: String(jwt), user, credentialId: user.verifiedCredentials[0]?.id as string }
    },
    /** A user who has signed in with an e-mail address. */
    async reader(email = 'ada@example.com') {
      const { id } = await host.mock.create.user({ email })
      const { token, user } = await host.mock.signIn(id)
      return { id, token, user }
    },
    async link(token: string, by: TestWallet, input?: Rest) {
      return (await host.call('walletSignIn.link', { body: await signed(by, input), headers, token })).body
    },
    walletsOf: async (userId: string) =>
      (await host.call('wallets.listByUser', { params: { userId } })).body.wallets ?? [],
    userOf: async (userId: string) => (await host.call('users.get', { params: { userId } })).body.user,
    /** All events so far, or those whose names begin like that. */
    eventsNow: async (prefix = '') =>
      (await host.call('events.list')).body.filter(({ eventName }) => eventName.startsWith(prefix)),
  }
}
