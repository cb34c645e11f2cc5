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
import { list, environmentChoice, queriedInteger } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'
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
  'GET environments': {
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
  },
  'GET people': {
    summary: 'A page of the users of an environment, newest first',
    input: z.strictObject({
      ...environmentChoice,
      search: z.string().optional(),
      offset: queriedInteger.min(0).optional(),
      limit: queriedInteger.min(1).max(500).optional(),
    }),
    output: z.object({ count: z.number(), users: z.array(User) }),
  },
  'GET people/details': {
    summary: 'A user, with sessions, factors, gates and lists, keys of embedded wallets and the latest events',
    input: z.strictObject(userId),
    output: details,
  },
  'GET people/totpCode': {
    summary: "The present code of a user's authenticator app, by the id of the factor",
    input: z.strictObject({ deviceId: z.string() }),
    output: z.object({ code: z.string() }),
  },
  'POST people/update': {
    summary: "Changes a user's profile and e-mail address, with the checks and events of the operation",
    input: z.strictObject({
      ...userId,
      fields: z.intersection(InternalUpdatableUserFields, z.strictObject({ email: z.string().optional() })),
    }),
    output: undefined,
  },
  'POST people/revokeSessions': {
    summary: 'Revokes all sessions of a user',
    input: z.strictObject(userId),
    output: undefined,
  },
  'POST people/revokeSession': {
    summary: 'Revokes one session',
    input: z.strictObject({ sessionId: z.string() }),
    output: undefined,
  },
  'POST people/deleteFactors': {
    summary: 'Deletes the second factors and recovery codes of a user',
    input: z.strictObject(userId),
    output: undefined,
  },
  'POST people/delete': {
    summary: 'Deletes a user',
    input: z.strictObject(userId),
    output: undefined,
  },
} satisfies ControlRoutes
