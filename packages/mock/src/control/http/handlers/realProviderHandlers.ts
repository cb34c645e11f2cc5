import type { realProviderRoutes } from '@latchkey/contract/routes/realProviderRoutes'
import type { HandlersOf } from './handlersOf.ts'
import { idpOf } from './idpHandlers.ts'

/** Answers the routes of `realProviderRoutes`. */
export const realProviderHandlers: HandlersOf<typeof realProviderRoutes> = {
  'GET idp/attached': (mock, { provider, domain }) => ({ attached: idpOf(mock, provider).attached(domain) }),
  'POST idp/attach': (mock, { provider, ...input }) => idpOf(mock, provider).attach(input),
  'POST idp/detach': (mock, { provider, domain }) => ({ detached: idpOf(mock, provider).detach(domain) }),
  'GET issuers/attached': (mock) => ({ issuers: mock.issuers.attached() }),
  'POST issuers/attach': (mock, input) => mock.issuers.attach(input),
  'POST issuers/detach': (mock, { jwksUrl }) => ({ detached: mock.issuers.detach(jwksUrl) }),
}
