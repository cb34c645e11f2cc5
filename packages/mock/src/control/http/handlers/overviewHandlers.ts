import type { overviewRoutes } from '@latchkey/contract/routes/overviewRoutes'
import type { ProviderName } from '../../../domain/providers/providerCatalogue.ts'
import { version } from '../../../effects/version.ts'
import type { Mock } from '../../mock.ts'
import type { HandlersOf } from './handlersOf.ts'

const enabledIn = (mock: Mock, environmentId: string) =>
  mock.providers.list({ environmentId }).flatMap(({ provider, isEnabled }) => (isEnabled ? [provider] : []))

/** Answers the routes of `overviewRoutes`. */
export const overviewHandlers: HandlersOf<typeof overviewRoutes> = {
  'GET overview': (mock) => ({
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
  'GET providers': (mock, at) => ({ providers: mock.providers.list(at) }),
  'POST providers/set': (mock, { provider, isEnabled, ...at }) =>
    mock.providers[isEnabled ? 'enable' : 'disable'](provider as ProviderName, at),
}
