import { ProviderEnum } from '@latchkey/types/zod'
import * as z from 'zod'
import type { ProviderName } from '../../../domain/providers/providerCatalogue.ts'
import { version } from '../../../effects/version.ts'
import type { Mock } from '../../mock.ts'
import { environmentChoice } from '../../objects/inputSchemas.ts'
import { defaultsOutput } from './accountRoutes.ts'
import { clockOutput } from './clockRoutes.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const count = z.number()
const providerState = z.object({ id: z.string(), provider: ProviderEnum, isEnabled: z.boolean() })

const enabledIn = (mock: Mock, environmentId: string) =>
  mock.providers.list({ environmentId }).flatMap(({ provider, isEnabled }) => (isEnabled ? [provider] : []))

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
  'GET overview': route({
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
    run: (mock) => ({
      version,
      baseUrl: mock.baseUrl,
      defaults: mock.defaults,
      clock: { now: mock.clock.iso(), isRunning: mock.clock.isRunning },
      counts: mock.counts(),
      providers: {
        sandbox: enabledIn(mock, mock.defaults.environments.sandbox.id),
        live: enabledIn(mock, mock.defaults.environments.live.id),
      },
    }),
  }),
  'GET providers': route({
    summary: 'The sign-in providers that are set up in an environment',
    input: z.strictObject(environmentChoice),
    output: z.object({ providers: z.array(providerState) }),
    run: (mock, at) => ({ providers: mock.providers.list(at) }),
  }),
  'POST providers/set': route({
    summary: 'Enables or disables a sign-in provider of an environment',
    input: z.strictObject({ ...environmentChoice, provider: z.string(), isEnabled: z.boolean() }),
    output: undefined,
    run: (mock, { provider, isEnabled, ...at }) =>
      mock.providers[isEnabled ? 'enable' : 'disable'](provider as ProviderName, at),
  }),
} satisfies ControlRoutes
