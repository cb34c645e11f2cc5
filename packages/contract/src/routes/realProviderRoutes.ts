import * as z from 'zod'
import { anyObject } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'
import { idp } from './idpRoutes.ts'

const part = z.object({ name: z.string(), origin: z.string(), shared: z.literal(true).optional() })

const tenant = idp.extend({
  domain: z.string().optional().describe('Of one tenant, where customers have one each; for all of them without it.'),
})

/** The routes of `mock.idp` and `mock.issuers` for real ones in place of the simulated. */
export const realProviderRoutes = {
  'GET idp/attached': {
    summary: 'The real provider in place of an identity provider, if there is one',
    input: tenant,
    output: z.object({ attached: part.optional() }),
  },
  'POST idp/attach': {
    summary: 'Lets a real provider sign people in',
    input: tenant.extend({
      issuer: z.string(),
      clientId: z.string().optional(),
      clientSecret: z.string().optional(),
      metadata: anyObject.optional(),
    }),
    output: part,
  },
  'POST idp/detach': {
    summary: 'Lets an identity provider be simulated again, with its people',
    input: tenant,
    output: z.object({ detached: z.boolean() }),
  },
  'GET issuers/attached': {
    summary: 'The issuers with a real JWK set',
    input: undefined,
    output: z.object({ issuers: z.array(part) }),
  },
  'POST issuers/attach': {
    summary: 'Lets a real JWK set verify the tokens of its issuer',
    input: z.strictObject({ jwksUrl: z.string(), servedAt: z.string().optional() }),
    output: part,
  },
  'POST issuers/detach': {
    summary: 'Lets the JWK set at a URL be simulated again',
    input: z.strictObject({ jwksUrl: z.string() }),
    output: z.object({ detached: z.boolean() }),
  },
} satisfies ControlRoutes
