import { createMock, type Mock } from '@latchkey/mock'
import { createTransport, type Caller } from '../../calls/createTransport.ts'
import { bearer } from '../../policies/auth.ts'
import type { Fetch } from '../../policies/pipeline.ts'
import { createWalletParty, type WalletParty } from '../createWalletParty.ts'
import { relayEngine } from '../relay/relayEngine.ts'
import { memoryShares, type ShareStorage } from '../storage.ts'

/** A person's device: a session, a storage, and a connection that a test can cut. */
interface Device {
  readonly party: WalletParty
  /** Calls as the person. */
  readonly client: Caller
  readonly storage: ShareStorage
  /** The same device after a reload. */
  reload(): Device
}

/** Decides whether a request gets through. What it throws before or after is a failed connection. */
export interface Connection {
  before?: (url: string) => unknown
  after?: (url: string) => unknown
}

/** A session that has begun. */
interface Session {
  readonly jwt: string
}

export interface WalletWorld {
  readonly mock: Mock
  readonly userId: string
  /** Signs Ada in on a device, or another user, or goes on with a session. */
  device(connection?: Connection, storage?: ShareStorage, user?: string | Session): Promise<Device>
}

/** A service with embedded wallets, and Ada, who may have some. */
export async function createWalletWorld(): Promise<WalletWorld> {
  const mock = createMock({ seed: 'wallets' })
  await mock.create.provider({ provider: 'dynamic' })
  const { id: userId } = await mock.create.user({ email: 'ada@example.com' })
  const environmentId = mock.defaults.environments.sandbox.id
  return {
    mock,
    userId,
    async device(connection = {}, storage = memoryShares(), user: string | Session = userId) {
      const token = typeof user === 'string' ? (await mock.signIn(user)).token : user.jwt
      const fetch: Fetch = async (url, init) => {
        connection.before?.(url)
        const response = await mock.fetch(url, init)
        connection.after?.(url)
        return response
      }
      const client = createTransport({ baseUrl: mock.baseUrl, environmentId, fetch, auth: bearer(token), retry: false })
      const open = (): Device => ({
        storage,
        client,
        party: createWalletParty({ client, storage, engine: relayEngine({ fetch }) }),
        reload: open,
      })
      return open()
    },
  }
}

/** A connection that is cut at the nth message to the relay, for good. */
export function cutAt(moment: keyof Connection, post: number): Connection & { mend(): void } {
  let posts = 0
  let isCut = true
  return {
    mend: () => (isCut = false),
    [moment]: (url: string) => {
      if (url.endsWith('/messages')) posts += 1
      if (isCut && posts >= post) throw new TypeError('fetch failed')
    },
  }
}
