import type { idpRoutes } from '@latchkey/contract/routes/idpRoutes'
import type { Mock } from '../../mock.ts'
import { assertOAuthProvider } from '../../objects/idpControl.ts'
import type { HandlersOf } from './handlersOf.ts'

export const idpOf = (mock: Mock, provider: string) => {
  assertOAuthProvider(provider)
  return mock.idp[provider]
}

/** Answers the routes of `idpRoutes`. */
export const idpHandlers: HandlersOf<typeof idpRoutes> = {
  'GET idp/users': (mock, { provider }) => ({ users: idpOf(mock, provider).users() }),
  'GET idp/files': (mock, { provider }) => ({ files: idpOf(mock, provider).files() }),
  'POST idp/users': (mock, { provider, ...input }) => idpOf(mock, provider).addUser(input),
  'POST idp/users/change': (mock, { provider, accountId, ...changes }) =>
    idpOf(mock, provider).updateUser(accountId, changes),
  'POST idp/failures': (mock, { provider, error, times }) => idpOf(mock, provider).fail(error, times),
  'POST idp/approve': async (mock, { provider, authorizeUrl, account }) => ({
    location: await idpOf(mock, provider).approve(authorizeUrl, account),
  }),
  'POST idp/deny': async (mock, { provider, authorizeUrl }) => ({
    location: await idpOf(mock, provider).deny(authorizeUrl),
  }),
}
