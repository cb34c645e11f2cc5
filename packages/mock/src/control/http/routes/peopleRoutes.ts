import {
  AccessOutcomeEnum,
  CustomField,
  EnvironmentEnum,
  EnvironmentEvent,
  InternalUpdatableUserFields,
  User,
  UserPasskey,
  VerifiedCredential,
} from '@latchkey/types/zod'
import * as z from 'zod'
import { list, environmentChoice, queriedInteger } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'
import { walletKey, walletRoom } from './walletViewRoutes.ts'

const userId = { userId: z.string() }
const rule = {
  id: z.string(),
  name: z.string(),
  outcome: AccessOutcomeEnum,
  scope: z.string().nullable(),
  isEnabled: z.boolean(),
}
const details = z.object({
  user: User,
  unverifiedCredentials: list(VerifiedCredential),
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
  passkeys: list(z.intersection(UserPasskey, z.object({ isForWallets: z.boolean() }))),
  recoveryCodes: z.object({ count: z.number(), codes: list(z.string()) }),
  customFields: list(CustomField),
  access: z.object({
    gates: list(z.object({ ...rule, isPassed: z.boolean() })),
    allowlists: list(z.object({ ...rule, isListed: z.boolean() })),
    refusal: z.object({ error: z.string(), code: z.string() }).nullable(),
  }),
  mergedUserIds: list(z.string()),
  keys: list(walletKey.extend({ walletId: z.string(), rooms: list(walletRoom) })),
  events: list(EnvironmentEvent),
})

/** The routes of `mock.people`, and the environments in which people are. */
export const peopleRoutes = {
  'GET environments': route({
    summary: 'All environments, with their projects and organizations',
    output: z.object({
      environments: z.array(
        z.object({
          id: z.string(),
          name: EnvironmentEnum,
          projectName: z.string(),
          organizationName: z.string(),
          users: z.number(),
        }),
      ),
    }),
    run: (mock) => ({ environments: mock.environments() }),
  }),
  'GET people': route({
    summary: 'A page of the users of an environment, newest first',
    input: z.strictObject({
      ...environmentChoice,
      search: z.string().optional(),
      offset: queriedInteger.min(0).optional(),
      limit: queriedInteger.min(1).max(500).optional(),
    }),
    output: z.object({ count: z.number(), users: z.array(User) }),
    run: (mock, input) => mock.people.list(input),
  }),
  'GET people/details': route({
    summary: 'A user, with sessions, factors, gates and lists, keys of embedded wallets and the latest events',
    input: z.strictObject(userId),
    output: details,
    run: (mock, input) => mock.people.details(input.userId),
  }),
  'GET people/totpCode': route({
    summary: "The present code of a user's authenticator app, by the id of the factor",
    input: z.strictObject({ deviceId: z.string() }),
    output: z.object({ code: z.string() }),
    run: async (mock, input) => ({ code: await mock.people.totpCode(input.deviceId) }),
  }),
  'POST people/update': route({
    summary: "Changes a user's profile and e-mail address, with the checks and events of the operation",
    input: z.strictObject({
      ...userId,
      fields: z.intersection(InternalUpdatableUserFields, z.strictObject({ email: z.string().optional() })),
    }),
    output: undefined,
    run: (mock, input) => mock.people.update(input.userId, input.fields),
  }),
  'POST people/revokeSessions': route({
    summary: 'Revokes all sessions of a user',
    input: z.strictObject(userId),
    output: undefined,
    run: (mock, input) => mock.people.revokeSessions(input.userId),
  }),
  'POST people/revokeSession': route({
    summary: 'Revokes one session',
    input: z.strictObject({ sessionId: z.string() }),
    output: undefined,
    run: (mock, input) => mock.people.revokeSession(input.sessionId),
  }),
  'POST people/deleteFactors': route({
    summary: 'Deletes the second factors and recovery codes of a user',
    input: z.strictObject(userId),
    output: undefined,
    run: (mock, input) => mock.people.deleteFactors(input.userId),
  }),
  'POST people/delete': route({
    summary: 'Deletes a user',
    input: z.strictObject(userId),
    output: undefined,
    run: (mock, input) => mock.people.delete(input.userId),
  }),
} satisfies ControlRoutes
