import { mapAsking } from '@latchkey/base/questions'
import type { components } from '@latchkey/types'
import { changeEmail } from '../../domain/flows/users/changedEmail.ts'
import { codeAt } from '../../domain/secondFactor/totpDevices.ts'
import { presentUser } from '../../domain/users/users.ts'
import type { User } from '../../store/records.ts'
import { transact, type World } from '../../world/world.ts'
import { searchPeople } from '../views/peopleSearch.ts'
import { detailsOf, type PersonDetails } from '../views/personDetails.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'
import { invoke, invokeTogether } from './invoke.ts'

type Schemas = components['schemas']

interface PeopleQuery extends EnvironmentChoice {
  /**
   * Text that belongs to a person: part of a name, an address or number, a wallet's address, an account, an external id,
   * or an id, also of a user who was merged into the person.
   */
  readonly search?: string | undefined
  /** @default 0 */
  readonly offset?: number | undefined
  /** @default 50 */
  readonly limit?: number | undefined
}

/** The fields of a person that can be changed. A field that is left out stays; an empty text removes the value. */
type PersonFields = Schemas['InternalUpdatableUserFields'] & {
  /** The new address counts as proved. The former address can no longer sign in. */
  readonly email?: string | undefined
}

/** The users of environments, as a person at the inspector sees and changes them. */
export interface PeopleControl {
  /** A page of an environment's users, newest first, and how many match in all. */
  list(query?: PeopleQuery): Promise<{ count: number; users: Schemas['User'][] }>
  /** A user, with everything that belongs to the user. @throws TypeError for an unknown user */
  details(userId: string): Promise<PersonDetails>
  /**
   * Changes a profile with the checks of `users.update`, and the e-mail address. If one field is refused, none changes.
   *
   * @throws TypeError for an unknown user
   * @throws DomainError as `users.update`; for the address `emailExists`, `invalidEmail`, `emailRequired` and
   * `lastCredential`
   */
  update(userId: string, fields: PersonFields): Promise<void>
  /** Revokes all sessions of a user. @throws TypeError for an unknown user */
  revokeSessions(userId: string): Promise<void>
  /** Revokes one session. One that has ended stays as it is. @throws TypeError for an unknown session */
  revokeSession(sessionId: string): Promise<void>
  /** Deletes the second factors and recovery codes of a user. Passkeys stay that can sign in. @throws TypeError for an unknown user */
  deleteFactors(userId: string): Promise<void>
  /**
   * The code that the authenticator app of a user shows at the present time of the mock.
   *
   * @param deviceId - A second factor of the kind `totp`.
   * @throws TypeError for any other id
   */
  totpCode(deviceId: string): Promise<string>
  /** Deletes a user, with everything that belongs to the user. @throws TypeError for an unknown user */
  delete(userId: string): Promise<void>
}

export function createPeopleControl(world: World, sandboxId: string): PeopleControl {
  const { reader } = world.store
  /** The ids by which the operations know a user. */
  const paramsOf = (call: string, userId: string) => {
    const { environmentId } = assertUser(call, reader.users.get(userId))
    return { environmentId, userId }
  }
  return {
    list: async ({ search, environmentId = sandboxId, offset = 0, limit = 50 } = {}) =>
      transact(world, (backend) => {
        const { items, total } = searchPeople(backend, environmentId, { search, offset, limit })
        return { count: total, users: mapAsking(items, (user) => presentUser(backend, user)) }
      }),
    details: async (userId) =>
      transact(world, (backend) => detailsOf(backend, assertUser('people.details()', backend.store.users.get(userId)))),
    async update(userId, { email, ...body }) {
      const params = paramsOf('people.update()', userId)
      await invokeTogether(world, async (run, backend) => {
        const user = assertUser('people.update()', backend.store.users.get(userId))
        if (email !== undefined) changeEmail(backend, user, email)
        await run('users.update', { params, body })
      })
    },
    async revokeSessions(userId) {
      await invoke(world, 'users.revokeSessions', { params: paramsOf('people.revokeSessions()', userId) })
    },
    async revokeSession(sessionId) {
      if (!reader.sessions.has(sessionId))
        throw new TypeError('Failed to call "people.revokeSession()": there is no session with this id.')
      await invoke(world, 'sessions.revokeById', { params: { sessionId } })
    },
    async deleteFactors(userId) {
      paramsOf('people.deleteFactors()', userId)
      await invoke(world, 'mfa.deleteDevices', { params: { userId } })
    },
    async totpCode(deviceId) {
      const secret = reader.mfaDevices.get(deviceId)?.secret
      if (secret === undefined)
        throw new TypeError('Failed to call "people.totpCode()": there is no authenticator app with this id.')
      return codeAt(secret, world.clock.now())
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
