import { foreignAlgorithms } from '@latchkey/crypto/foreignAlgorithms'
import * as z from 'zod'
import { anyObject, list } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const issuer = z.strictObject({ issuer: z.string() })

const facts = z.object({ issuer: z.string(), jwksUrl: z.string(), servedUrl: z.string() })

/** The routes of `mock.issuers`. */
export const issuerRoutes = {
  'POST issuers': {
    summary: 'Creates an issuer of foreign JWTs',
    input: issuer.extend({ jwksUrl: z.string().optional(), algorithm: z.enum(foreignAlgorithms).optional() }),
    output: facts,
  },
  'GET issuers': {
    summary: 'An issuer of foreign JWTs',
    input: issuer,
    output: facts,
  },
  'GET issuers/jwks': {
    summary: "An issuer's JWK set",
    input: issuer,
    output: z.object({ keys: list(z.record(z.string(), z.string())) }),
  },
  'POST issuers/sign': {
    summary: 'Signs claims as an issuer, without those default claims that `leaveOut` names',
    input: issuer.extend({
      claims: anyObject,
      leaveOut: z.array(z.string()).optional(),
      header: anyObject.optional(),
    }),
    output: z.object({ jwt: z.string() }),
  },
  'POST issuers/rotate': {
    summary: 'Makes an issuer sign with a new key from now on',
    input: issuer.extend({ dropFormer: z.boolean().optional() }),
    output: z.object({ kid: z.string() }),
  },
} satisfies ControlRoutes
