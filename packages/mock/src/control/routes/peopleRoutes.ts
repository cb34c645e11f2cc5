import { EnvironmentEvent, InternalUpdatableUserFields, User, WaasBackupOptionsEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'
import { list, place, queriedInteger } from './routeSchemas.ts'

const userId = { userId: z.string() }
const details = z.object({
  user: User,
  sessions: list(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      expiresAt: z.string(),
      status: z.enum(['open', 'expired', 'revoked']),
      audience: z.string(),
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
  keys: list(
    z.object({
      walletId: z.string(),
      backups: list(
        z.object({
          location: WaasBackupOptionsEnum,
          isPasswordEncrypted: z.boolean(),
          markedAt: z.string().nullable(),
        }),
      ),
      rooms: list(z.object({ id: z.string(), state: z.string(), createdAt: z.string() })),
    }),
  ),
  events: list(EnvironmentEvent),
})

/** The routes of `mock.people`. */
export const peopleRoutes = {
  'GET people': route({
    summary: 'A page of the users of an environment, newest first',
    input: z.strictObject({
      ...place,
      search: z.string().optional(),
      offset: queriedInteger.min(0).optional(),
      limit: queriedInteger.min(1).max(500).optional(),
    }),
    output: z.object({ count: z.number(), users: z.array(User) }),
    run: (mock, input) => mock.people.list(input),
  }),
  'GET people/details': route({
    summary: 'A user, with sessions, keys of embedded wallets and the latest events',
    input: z.strictObject(userId),
    output: details,
    run: (mock, input) => mock.people.details(input.userId),
  }),
  'POST people/update': route({
    summary: "Changes a user's profile, with the checks and events of the operation",
    input: z.strictObject({ ...userId, fields: InternalUpdatableUserFields }),
    output: undefined,
    run: (mock, input) => mock.people.update(input.userId, input.fields),
  }),
  'POST people/revokeSessions': route({
    summary: 'Revokes all sessions of a user',
    input: z.strictObject(userId),
    output: undefined,
    run: (mock, input) => mock.people.revokeSessions(input.userId),
  }),
  'POST people/delete': route({
    summary: 'Deletes a user',
    input: z.strictObject(userId),
    output: undefined,
    run: (mock, input) => mock.people.delete(input.userId),
  }),
} satisfies ControlRoutes
