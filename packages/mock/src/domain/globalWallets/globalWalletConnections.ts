import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import { readInstant } from '../../effects/instants.ts'
import type { GlobalWalletConnection } from '../../store/adminRecords.ts'
import type { User } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing, inEnvironment } from '../shared/recordGuards.ts'
import { canonicalOriginPattern, patternsAllowingOrigin } from '../sites/originPatterns.ts'

type Schemas = components['schemas']
type Status = Schemas['GlobalWalletConnectionStatusEnum']

/**
 * Whether the access list lets a site use the global wallet. Without an enabled list every site may.
 *
 * @param origin - In the spelling of browsers.
 */
function isGlobalWalletAllowed({ store }: Pick<Backend, 'store'>, environmentId: string, origin: string): boolean {
  const access = store.globalWalletAccess.find('byEnvironment', [environmentId])
  if (!access || access.enabledAt === null) return true
  const isListed = patternsAllowingOrigin(origin).some((pattern) =>
    store.globalWalletDomains.find('byDomain', [environmentId, pattern]),
  )
  return isListed === (access.type === 'allow')
}

/**
 * Connects a user's global wallet to a site. A connection that exists already stays, with the new expiry.
 *
 * @param input.expiresAt - ISO 8601 in UTC with milliseconds; null for no end.
 * @throws {@link DomainError} `noGlobalWallet` unless the environment's wallet is enabled, `invalidOrigin` for a text
 * that is not the origin of one site, `siteNotAllowed` for a site that the access list refuses, `validationFailed` for
 * an instant that has passed
 */
export function createConnection(
  backend: Backend,
  user: User,
  { appUrl: url, expiresAt = null }: { appUrl: string; expiresAt?: string | null },
): GlobalWalletConnection {
  const { store, clock } = backend
  const { id: userId, environmentId } = user
  assert(isWalletEnabled(backend, environmentId), 'noGlobalWallet')
  const appUrl = canonicalOriginPattern(url)
  assert(appUrl.includes('://') && !appUrl.includes('*'), 'invalidOrigin', {
    message: 'A connection is with one site: its scheme, host and port, without a wildcard.',
  })
  assert(isGlobalWalletAllowed(backend, environmentId, appUrl), 'siteNotAllowed')
  assert(expiresAt === null || expiresAt > clock.iso(), 'validationFailed', {
    message: 'expiresAt must be an instant to come.',
  })
  endExpired(backend, environmentId)
  const existingConnection = store.globalWalletConnections.find('byApp', [userId, appUrl])
  const connection = existingConnection ?? {
    ...newRecord(backend),
    environmentId,
    userId,
    appUrl,
    status: 'connected' as const,
  }
  return store.globalWalletConnections.put({ ...connection, expiresAt, updatedAt: clock.iso() })
}

/**
 * Connects a user's global wallet to the site that a request comes from.
 *
 * @param site.origin - The `Origin` header.
 * @param site.expiresAt - ISO 8601 with any offset.
 * @throws {@link DomainError} as {@link createConnection}; `badRequest` without an origin, which pages without an
 * address of their own send as `null`
 */
export function connectSite(
  backend: Backend,
  user: User,
  { origin = 'null', expiresAt }: { origin?: string | undefined; expiresAt: string },
): GlobalWalletConnection {
  assert(origin !== 'null', 'badRequest', {
    message: 'A connection is with the site of the `Origin` header, and this request has none.',
  })
  const expiry = existing(readInstant(expiresAt), 'validationFailed', { message: 'expiresAt must be an instant.' })
  return createConnection(backend, user, { appUrl: origin, expiresAt: expiry })
}

/** A connection by its id, ended if it has expired. */
export function refreshedConnection(
  backend: Backend,
  environmentId: string,
  id: string,
): GlobalWalletConnection | undefined {
  endExpired(backend, environmentId)
  return backend.store.globalWalletConnections.get(id)
}

/** Ends a connection. One that has ended stays as it is. */
export function disconnectConnection(
  { store, clock }: Backend,
  connection: GlobalWalletConnection,
): GlobalWalletConnection {
  if (connection.status === 'disconnected') return connection
  return store.globalWalletConnections.put({ ...connection, status: 'disconnected', updatedAt: clock.iso() })
}

/** Ends the connections that the wallet's settings or its access list no longer allow. */
export function disconnectRefused(backend: Backend, environmentId: string): void {
  endExpired(backend, environmentId)
  const isEnabled = isWalletEnabled(backend, environmentId)
  for (const connection of backend.store.globalWalletConnections.scan('byStatus', [environmentId, 'connected'])) {
    if (!isEnabled || !isGlobalWalletAllowed(backend, environmentId, connection.appUrl))
      disconnectConnection(backend, connection)
  }
}

/**
 * A page of an environment's connections, newest first. Only this page is read.
 *
 * @throws {@link DomainError} `recordNotFound` for a user who is not of this environment
 */
export function listConnections(
  backend: Backend,
  environmentId: string,
  { userId, status, offset = 0, limit = 20 }: { userId?: string; status?: Status; offset?: number; limit?: number },
): GlobalWalletConnection[] {
  const { globalWalletConnections: connections, users } = backend.store
  endExpired(backend, environmentId)
  const page = { offset, limit, descending: true }
  if (userId === undefined)
    return status === undefined
      ? connections.page('byEnvironment', [environmentId], page)
      : connections.page('byStatus', [environmentId, status], page)
  const user = inEnvironment(users.get(userId), environmentId, 'user')
  return status === undefined
    ? connections.page('byUser', [user.id], page)
    : connections.page('byUserStatus', [user.id, status], page)
}

/** A connection as replies show it. */
export function presentConnection({
  environmentId: _environmentId,
  ...shown
}: GlobalWalletConnection): Schemas['GlobalWalletConnection'] {
  return shown
}

/** Ends the expired connections, dated at their expiry. */
function endExpired({ store, clock }: Backend, environmentId: string): void {
  const now = clock.iso()
  for (const connection of store.globalWalletConnections.scan('byExpiry', [environmentId])) {
    if (connection.expiresAt === null || connection.expiresAt > now) break
    store.globalWalletConnections.put({ ...connection, status: 'disconnected', updatedAt: connection.expiresAt })
  }
}

function isWalletEnabled({ store }: Pick<Backend, 'store'>, environmentId: string): boolean {
  return typeof store.globalWallets.find('byEnvironment', [environmentId])?.enabledAt === 'string'
}
