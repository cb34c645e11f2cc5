import { foreignAlgorithms } from '@latchkey/crypto/foreignAlgorithms'
import * as z from 'zod'
import { anyObject, list } from '../../objects/inputSchemas.ts'
import type { IssuerHandle } from '../../objects/issuerControl.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const issuer = z.strictObject({ issuer: z.string() })
const facts = z.object({ issuer: z.string(), jwksUrl: z.string(), servedUrl: z.string() })
const factsOf = ({ issuer: iss, jwksUrl, servedUrl }: IssuerHandle) => ({ issuer: iss, jwksUrl, servedUrl })

/** The routes of `mock.issuers`. */
export const issuerRoutes = {
  'POST issuers': route({
    summary: 'Creates an issuer of foreign JWTs',
    input: issuer.extend({ jwksUrl: z.string().optional(), algorithm: z.enum(foreignAlgorithms).optional() }),
    output: facts,
    run: async (mock, input) => factsOf(await mock.issuers.create(input)),
  }),
  'GET issuers': route({
    summary: 'An issuer of foreign JWTs',
    input: issuer,
    output: facts,
    run: (mock, { issuer: iss }) => factsOf(mock.issuers.get(iss)),
  }),
  'GET issuers/jwks': route({
    summary: "An issuer's JWK set",
    input: issuer,
    output: z.object({ keys: list(z.record(z.string(), z.string())) }),
    run: (mock, { issuer: iss }) => mock.issuers.get(iss).jwks(),
  }),
  'POST issuers/sign': route({
    summary: 'Signs claims as an issuer, without those default claims that `leaveOut` names',
    input: issuer.extend({
      claims: anyObject,
      leaveOut: z.array(z.string()).optional(),
      header: anyObject.optional(),
    }),
    output: z.object({ jwt: z.string() }),
    run: async (mock, { issuer: iss, claims, leaveOut = [], header }) => {
      // JSON has no `undefined`, which leaves a claim out.
      const absent = Object.fromEntries(leaveOut.map((name) => [name, undefined]))
      return { jwt: await mock.issuers.get(iss).sign({ ...claims, ...absent }, { header }) }
    },
  }),
  'POST issuers/rotate': route({
    summary: 'Makes an issuer sign with a new key from now on',
    input: issuer.extend({ dropFormer: z.boolean().optional() }),
    output: z.object({ kid: z.string() }),
    run: (mock, { issuer: iss, dropFormer }) => mock.issuers.get(iss).rotate({ dropFormer }),
  }),
} satisfies ControlRoutes
