import * as z from 'zod'
import { anyObject, entity, idpAccount } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

export const idp = z.strictObject({ provider: z.string() })

const personFields = {
  email: z.email().optional(),
  emailVerified: z.boolean().optional(),
  username: z.string().optional(),
  displayName: z.string().optional(),
  photos: z.array(z.string()).optional(),
  profile: anyObject.optional(),
}

/** The URL that the browser goes to next; absent when the state has no redirect URL. */
const answered = z.object({ location: z.string().optional() })

/** The routes of `mock.idp`. */
export const idpRoutes = {
  'GET idp/users': {
    summary: 'The people of an identity provider',
    input: idp,
    output: z.object({ users: z.array(idpAccount) }),
  },
  'GET idp/files': {
    summary: 'The files in the cloud drives of the people of an identity provider',
    input: idp,
    output: z.object({
      files: z.array(z.object({ ...entity, accountId: z.string(), name: z.string(), content: z.string() })),
    }),
  },
  'POST idp/users': {
    summary: 'Adds a person to an identity provider',
    input: idp.extend({ ...personFields, accountId: z.string().optional() }),
    output: idpAccount,
  },
  'POST idp/users/change': {
    summary: "Changes a person's account at an identity provider",
    input: idp.extend({ ...personFields, accountId: z.string() }),
    output: idpAccount,
  },
  'POST idp/failures': {
    summary: 'Makes the next authorize calls fail with an OAuth error',
    input: idp.extend({ error: z.string(), times: z.int().min(1).optional() }),
    output: undefined,
  },
  'POST idp/approve': {
    summary: "Signs a person in on an identity provider's page; returns the browser's next URL",
    input: idp.extend({ authorizeUrl: z.string(), account: z.string() }),
    output: answered,
  },
  'POST idp/deny': {
    summary: "Cancels on an identity provider's page; returns the browser's next URL",
    input: idp.extend({ authorizeUrl: z.string() }),
    output: answered,
  },
} satisfies ControlRoutes
