import { listConnections, presentConnection } from '../domain/globalWallets/globalWalletConnections.ts'
import type { ResourceOperations } from './operation.ts'

export const globalWalletConnections = {
  list({ params, query, backend }) {
    return {
      status: 200,
      body: listConnections(backend, params.environmentId, query).map(presentConnection),
    }
  },
} satisfies ResourceOperations<'globalWalletConnections'>
