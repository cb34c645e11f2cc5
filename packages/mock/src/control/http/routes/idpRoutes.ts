import * as z from 'zod'
import type { Mock } from '../../mock.ts'
import { assertOAuthProvider } from '../../objects/idpControl.ts'
import { anyObject, entity, idpAccount } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

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

export const idpOf = (mock: Mock, provider: string) => {
  assertOAuthProvider(provider)
  return mock.idp[provider]
}

/** The routes of `mock.idp`. */
export const idpRoutes = {
  'GET idp/users': route({
    summary: 'The people of an identity provider',
    input: idp,
    output: z.object({ users: z.array(idpAccount) }),
    run: (mock, { provider }) => ({ users: idpOf(mock, provider).users() }),
  }),
  'GET idp/files': route({
    summary: 'The files in the cloud drives of the people of an identity provider',
    input: idp,
    output: z.object({
      files: z.array(z.object({ ...entity, accountId: z.string(), name: z.string(), content: z.string() })),
    }),
    run: (mock, { provider }) => ({ files: idpOf(mock, provider).files() }),
  }),
  'POST idp/users': route({
    summary: 'Adds a person to an identity provider',
    input: idp.extend({ ...personFields, accountId: z.string().optional() }),
    output: idpAccount,
    run: (mock, { provider, ...input }) => idpOf(mock, provider).addUser(input),
  }),
  'POST idp/users/change': route({
    summary: "Changes a person's account at an identity provider",
    input: idp.extend({ ...personFields, accountId: z.string() }),
    output: idpAccount,
    run: (mock, { provider, accountId, ...changes }) => idpOf(mock, provider).updateUser(accountId, changes),
  }),
  'POST idp/failures': route({
    summary: 'Makes the next authorize calls fail with an OAuth error',
    input: idp.extend({ error: z.string(), times: z.int().min(1).optional() }),
    output: undefined,
    run: (mock, { provider, error, times }) => idpOf(mock, provider).fail(error, times),
  }),
  'POST idp/approve': route({
    summary: "Signs a person in on an identity provider's page; returns the browser's next URL",
    input: idp.extend({ authorizeUrl: z.string(), account: z.string() }),
    output: answered,
    run: async (mock, { provider, authorizeUrl, account }) => ({
      location: await idpOf(mock, provider).approve(authorizeUrl, account),
    }),
  }),
  'POST idp/deny': route({
    summary: "Cancels on an identity provider's page; returns the browser's next URL",
    input: idp.extend({ authorizeUrl: z.string() }),
    output: answered,
    run: async (mock, { provider, authorizeUrl }) => ({ location: await idpOf(mock, provider).deny(authorizeUrl) }),
  }),
} satisfies ControlRoutes
