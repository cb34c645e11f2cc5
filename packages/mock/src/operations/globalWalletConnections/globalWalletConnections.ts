import {
  connectSite,
  disconnectConnection,
  listConnections,
  presentConnection,
  refreshedConnection,
} from '../../domain/globalWallets/globalWalletConnections.ts'
import { recordOf } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const globalWalletConnections = {
  list({ params, query, backend }) {
    return {
      status: 200,
      body: listConnections(backend, params.environmentId, query).map(presentConnection),
    }
  },
  create({ body, caller, backend, request }) {
    const connection = connectSite(backend, caller.user, { origin: request.origin, expiresAt: body.expiresAt })
    return { status: 201, body: presentConnection(connection) }
  },
  disconnect({ params, caller, backend }) {
    const connection = refreshedConnection(backend, params.environmentId, params.globalWalletConnectionId)
    const ownConnection = recordOf(connection, { userId: caller.user.id }, 'connection')
    return { status: 200, body: presentConnection(disconnectConnection(backend, ownConnection)) }
  },
} satisfies ResourceOperations<'globalWalletConnections'>
