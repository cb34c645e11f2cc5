import type { delegationRoutes } from '@latchkey/contract/routes/delegationRoutes'
import type { DelegationBackend } from '../../device/delegationControl.ts'
import type { Mock } from '../../mock.ts'
import { asUse } from '../asUse.ts'
import type { HandlersOf } from './handlersOf.ts'

const backendsOfMocks = new WeakMap<Mock, Map<string, DelegationBackend>>()

function backendsOf(mock: Mock): Map<string, DelegationBackend> {
  const backends = backendsOfMocks.get(mock) ?? new Map<string, DelegationBackend>()
  backendsOfMocks.set(mock, backends)
  return backends
}

/** @throws TypeError */
function backendAt(mock: Mock, kid: string): DelegationBackend {
  const existing = backendsOf(mock).get(kid)
  if (existing) return existing
  throw new TypeError(`There is no server with the key "${kid}". "delegation/backends" makes one.`)
}

/** Answers the routes of `delegationRoutes`. */
export const delegationHandlers: HandlersOf<typeof delegationRoutes> = {
  'POST delegation/backends': async (mock, environment) => {
    const backend = await asUse(mock.delegation.backend(environment))
    backendsOf(mock).set(backend.kid, backend)
    return { kid: backend.kid, url: backend.url }
  },
  'GET delegation/wallets': (mock, { kid }) => ({ wallets: backendAt(mock, kid).wallets() }),
  'POST delegation/sign': (mock, { kid, walletId, message }) => asUse(backendAt(mock, kid).sign(walletId, message)),
}
