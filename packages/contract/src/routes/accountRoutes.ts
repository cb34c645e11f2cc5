import { SdkUser, VerifyResponse } from '@latchkey/types/zod'
import * as z from 'zod'
import { list, signInOptions } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const environment = z.object({ id: z.string(), token: z.string() })

/** The output of a sign-in. */
export const session = z.object({
  user: SdkUser,
  expiresAt: z.string(),
  token: z.string(),
  minifiedToken: z.string(),
  reply: VerifyResponse,
  headers: z.object({ authorization: z.string() }),
  cookies: list(z.string()),
})

/** The ids and tokens to begin with. */
export const defaultsOutput = z.object({
  organizationId: z.string(),
  projectId: z.string(),
  admin: z.object({ id: z.string(), email: z.string(), token: z.string() }),
  environments: z.object({ sandbox: environment, live: environment }),
})

/** The ids and tokens to begin with, and what a user needs to sign in. */
export const accountRoutes = {
  'GET defaults': {
    summary: 'The ids and tokens that every mock starts with',
    output: defaultsOutput,
  },
  'POST signIn': {
    summary: 'Signs a user in without the steps of a real sign-in, by id or by e-mail address',
    input: z.strictObject({ userId: z.string(), ...signInOptions }),
    output: session,
  },
  'GET totp/code': {
    summary: 'The present code of an authenticator app',
    input: z.strictObject({ secret: z.string() }),
    output: z.object({ code: z.string() }),
  },
} satisfies ControlRoutes
