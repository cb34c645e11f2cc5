import type { ControlOutput } from '../../live/control.ts'
import type { Live } from '../../live/createLive.ts'
import type { CallerKind } from './operationsOf.ts'

/** Who makes a call. */
export interface Caller {
  readonly kind: CallerKind | 'other'
  /** Of a user: the id; without it, the latest person, or a new one if there is none. */
  readonly userId?: string
  /** The token of a caller of kind `other`. */
  readonly token?: string
}

interface Credentials {
  /** The token of a caller, if it need not be made first. */
  readyTokenOf(caller: Caller, environmentId: string): string | undefined
  /** The token of a caller; `undefined` for nobody. It signs a user in, once. */
  tokenOf(caller: Caller, environmentId: string): Promise<string | undefined>
}

/** The credentials of callers. */
export function createCredentials(live: Live, { admin, environments }: ControlOutput<'GET defaults'>): Credentials {
  /** Session tokens by users. */
  const sessions = new Map<string, string>()
  const readyTokenOf: Credentials['readyTokenOf'] = ({ kind, userId = '', token }, environmentId) => {
    if (kind === 'other') return token
    if (kind === 'user') return sessions.get(userId)
    if (kind === 'nobody') return undefined
    const environment = Object.values(environments).find(({ id }) => id === environmentId)
    // Members reach every environment, also those whose tokens nobody knows.
    return (kind === 'environment' && environment?.token) || admin.token
  }
  return {
    readyTokenOf,
    async tokenOf(caller, environmentId) {
      if (caller.kind !== 'user') return readyTokenOf(caller, environmentId)
      const { token } = await live.call('POST signIn', {
        userId: caller.userId ?? (await somebody(live, environmentId)),
      })
      sessions.set(caller.userId ?? '', token)
      return token
    },
  }
}

/** The latest person of an environment, or a new one. @returns The id */
async function somebody(live: Live, environmentId: string): Promise<string> {
  const { users } = await live.call('GET people', { environmentId, limit: 1 })
  const [latest] = users
  if (latest) return latest.id
  const { id } = await live.call('POST create/user', { email: 'ada@example.com', environmentId })
  return id
}
