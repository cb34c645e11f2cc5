import type { components } from '@latchkey/types'
import type { WorldBackend } from '../backend.ts'
import { presentUser } from '../domain/users/users.ts'
import { searchUsers } from '../domain/users/userSearch.ts'
import { presentEvent } from '../domain/webhooks/events.ts'
import type { Event, Session, User } from '../store/records.ts'
import { transact, type World } from '../world.ts'
import type { Place } from './factories.ts'
import { invoke } from './invoke.ts'

type Schemas = components['schemas']

interface PeopleQuery extends Place {
  /** Text that a profile, a wallet, an account or an id contains. */
  readonly search?: string
  /** @default 0 */
  readonly offset?: number
  /** @default 50 */
  readonly limit?: number
}

/** A user, with everything that belongs to the user. */
interface PersonDetails {
  /** The profile, credentials, wallets, lists, gates as scopes, custom fields as metadata, and second factors. */
  readonly user: Schemas['User']
  /** Newest first. */
  readonly sessions: readonly PersonSession[]
  /** The embedded wallets with a shared key. */
  readonly keys: readonly PersonKey[]
  /** The latest 50, newest first. */
  readonly events: readonly Schemas['EnvironmentEvent'][]
}

interface PersonSession {
  readonly id: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly status: 'open' | 'expired' | 'revoked'
  /** Origin of the sign-in. */
  readonly audience: string
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/** The parts of a wallet's key, without any secret. */
interface PersonKey {
  readonly walletId: string
  /** Where copies of the user's shares are. */
  readonly backups: readonly {
    readonly location: Schemas['WaasBackupOptionsEnum']
    readonly isPasswordEncrypted: boolean
    /** When it was recorded; until then it does not count. */
    readonly markedAt: string | null
  }[]
  /** The rooms of its ceremonies, newest first. */
  readonly rooms: readonly { readonly id: string; readonly state: string; readonly createdAt: string }[]
}

/** The users of environments, as a person at the inspector sees and changes them. */
export interface PeopleControl {
  /** A page of an environment's users, newest first, and how many match in all. */
  list(query?: PeopleQuery): Promise<{ count: number; users: Schemas['User'][] }>
  /** @throws TypeError for an unknown user */
  details(userId: string): Promise<PersonDetails>
  /** Changes a profile with the checks of `users.update`. @throws TypeError for an unknown user */
  update(userId: string, fields: Schemas['InternalUpdatableUserFields']): Promise<void>
  /** Revokes all sessions of a user. @throws TypeError for an unknown user */
  revokeSessions(userId: string): Promise<void>
  /** Deletes a user, with everything that belongs to the user. @throws TypeError for an unknown user */
  delete(userId: string): Promise<void>
}

const latestEvents = 50

export function createPeopleControl(world: World, sandboxId: string): PeopleControl {
  /** The ids by which the operations know a user. */
  const paramsOf = (call: string, userId: string) => {
    const { environmentId } = assertUser(call, world.store.reader.users.get(userId))
    return { environmentId, userId }
  }
  return {
    list: async ({ search, environmentId = sandboxId, offset = 0, limit = 50 } = {}) =>
      transact(world, (backend) => {
        const filter = search === undefined || search === '' ? {} : { filter: { filterValue: search } }
        const { items, total } = searchUsers(backend, environmentId, { ...filter, offset, limit })
        return { count: total, users: items.map((user) => presentUser(backend, user)) }
      }),
    details: async (userId) => transact(world, (backend) => detailsOf(backend, userId)),
    async update(userId, body) {
      await invoke(world, 'users.update', { params: paramsOf('people.update()', userId), body })
    },
    async revokeSessions(userId) {
      await invoke(world, 'users.revokeSessions', { params: paramsOf('people.revokeSessions()', userId) })
    },
    async delete(userId) {
      await invoke(world, 'users.delete', { params: paramsOf('people.delete()', userId) })
    },
  }
}

function assertUser(call: string, user: User | undefined): User {
  if (!user) throw new TypeError(`Failed to call "${call}": there is no user with this id.`)
  return user
}

function detailsOf(backend: WorldBackend, userId: string): PersonDetails {
  const { store, clock } = backend
  const user = assertUser('people.details()', store.users.get(userId))
  const events: Schemas['EnvironmentEvent'][] = []
  for (const event of store.events.scan('byCreatedAt', [user.environmentId], { descending: true })) {
    if (concerns(event, userId)) events.push(presentEvent(event))
    if (events.length === latestEvents) break
  }
  return {
    user: presentUser(backend, user),
    sessions: [...store.sessions.scan('byUser', [userId], { descending: true })].map((session) =>
      presentSession(session, clock.iso()),
    ),
    keys: [...store.wallets.scan('byUser', [userId])].flatMap(({ id }) => keyOf(backend, id)),
    events,
  }
}

/** Whether the user did what the event tells of, or it happened to the user. */
function concerns({ userId: actorId, resourceType, data }: Event, userId: string): boolean {
  return actorId === userId || data.userId === userId || (resourceType === 'user' && data.id === userId)
}

function presentSession(session: Session, now: string): PersonSession {
  const { id, createdAt, expiresAt, revokedAt, audience, ipAddress, userAgent } = session
  const endedBy = expiresAt <= now ? 'expired' : 'open'
  return {
    id,
    createdAt,
    expiresAt,
    status: revokedAt === undefined ? endedBy : 'revoked',
    audience,
    ipAddress: ipAddress ?? null,
    userAgent: userAgent ?? null,
  }
}

function keyOf({ store }: WorldBackend, walletId: string): PersonKey[] {
  const keySet = store.keySets.find('byWallet', [walletId])
  if (!keySet) return []
  const backups = [...store.keyShareBackups.scan('byKeySet', [keySet.id])].map(
    ({ location, passwordEncrypted, markedAt }) => ({
      location,
      isPasswordEncrypted: passwordEncrypted,
      markedAt: markedAt ?? null,
    }),
  )
  const rooms = [...store.rooms.scan('byWallet', [walletId], { descending: true })].map(({ id, state, createdAt }) => ({
    id,
    state,
    createdAt,
  }))
  return [{ walletId, backups, rooms }]
}
