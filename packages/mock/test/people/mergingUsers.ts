import type { callsOf, TestHost } from '../hosts/harness.ts'
import { signInByEmail } from './oneTimeCodes.ts'

type Host = TestHost & ReturnType<typeof callsOf>

/** Two users of one person. */
export interface MergingUsers {
  /** The user who has a wallet and is signed in. */
  readonly userId: string
  readonly token: string
  /** The user who has proved the e-mail address, and has another wallet. */
  readonly otherId: string
  readonly otherToken: string
}

/** Creates two users of one person. A code for the e-mail address of the other user makes a merge possible. */
export async function createMergingUsers(host: Host, email: string): Promise<MergingUsers> {
  await host.mock.create.provider({ provider: 'emailOnly' })
  const { body: other } = await signInByEmail(host, email)
  await host.mock.create.wallet(other.user.id, { walletName: 'other wallet' })
  await host.mock.clock.advance({ minutes: 1 })
  const wallet = {
    publicWalletAddress: `0x${'a'.repeat(40)}`,
    chain: 'EVM',
    walletName: 'own wallet',
    walletProvider: 'browserExtension',
  } as const
  const userId = (await host.call('users.create', { body: { wallets: [wallet] } })).body.user?.id ?? ''
  const { token } = await host.mock.signIn(userId)
  return { userId, token, otherId: other.user.id, otherToken: String(other.jwt) }
}
