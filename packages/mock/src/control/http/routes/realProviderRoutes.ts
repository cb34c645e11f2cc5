import * as z from 'zod'
import { anyObject } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'
import { idp, idpOf } from './idpRoutes.ts'

const part = z.object({ name: z.string(), origin: z.string(), shared: z.literal(true).optional() })

/** The routes of `mock.idp` and `mock.issuers` for real ones in place of the pretended. */
export const realProviderRoutes = {
  'GET idp/attached': route({
    summary: 'The real provider in place of an identity provider, if there is one',
    input: idp,
    output: z.object({ attached: part.optional() }),
    run: (mock, { provider }) => ({ attached: idpOf(mock, provider).attached() }),
  }),
  'POST idp/attach': route({
    summary: 'Lets a real provider sign people in',
    input: idp.extend({
      issuer: z.string(),
      clientId: z.string().optional(),
      clientSecret: z.string().optional(),
      metadata: anyObject.optional(),
    }),
    output: part,
    run: (mock, { provider, ...input }) => idpOf(mock, provider).attach(input),
  }),
  'POST idp/detach': route({
    summary: 'Lets an identity provider be pretended again, with its people',
    input: idp,
    output: z.object({ detached: z.boolean() }),
    run: (mock, { provider }) => ({ detached: idpOf(mock, provider).detach() }),
  }),
  'GET issuers/attached': route({
    summary: 'The issuers with a real JWK set',
    input: undefined,
    output: z.object({ issuers: z.array(part) }),
    run: (mock) => ({ issuers: mock.issuers.attached() }),
  }),
  'POST issuers/attach': route({
    summary: 'Lets a real JWK set verify the tokens of its issuer',
    input: z.strictObject({ jwksUrl: z.string(), servedAt: z.string().optional() }),
    output: part,
    run: (mock, input) => mock.issuers.attach(input),
  }),
  'POST issuers/detach': route({
    summary: 'Lets the JWK set at a URL be pretended again',
    input: z.strictObject({ jwksUrl: z.string() }),
    output: z.object({ detached: z.boolean() }),
    run: (mock, { jwksUrl }) => ({ detached: mock.issuers.detach(jwksUrl) }),
  }),
} satisfies ControlRoutes
