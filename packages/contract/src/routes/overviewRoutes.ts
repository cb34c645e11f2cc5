import { ProviderEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import { environmentChoice } from '../commonSchemas.ts'
import { defaultsOutput } from './accountRoutes.ts'
import { clockOutput } from './clockRoutes.ts'
import type { ControlRoutes } from './controlRoute.ts'

const count = z.number()

const providerState = z.object({ id: z.string(), provider: ProviderEnum, isEnabled: z.boolean() })

/** How much there is in a mock. */
export const countsOutput = z.object({
  users: count,
  sessions: count,
  wallets: count,
  events: count,
  deliveries: count,
  messages: count,
  requests: count,
  jobs: count,
})

/** The routes that show a mock as a whole, and its sign-in providers. */
export const overviewRoutes = {
  'GET overview': {
    summary: 'Where the mock is, what it begins with, the time, and how much there is',
    output: z.object({
      version: z.string(),
      baseUrl: z.string(),
      defaults: defaultsOutput,
      clock: clockOutput,
      counts: countsOutput,
      /** Those that are enabled in the default environments. A deleted environment has none. */
      providers: z.object({ sandbox: z.array(ProviderEnum), live: z.array(ProviderEnum) }),
    }),
  },
  'GET providers': {
    summary: 'The sign-in providers that are set up in an environment',
    input: z.strictObject(environmentChoice),
    output: z.object({ providers: z.array(providerState) }),
  },
  'POST providers/set': {
    summary: 'Enables or disables a sign-in provider of an environment',
    input: z.strictObject({ ...environmentChoice, provider: z.string(), isEnabled: z.boolean() }),
    output: undefined,
  },
} satisfies ControlRoutes
