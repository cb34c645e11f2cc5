import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { GlobalWalletAccess, GlobalWalletDomain } from '../../store/adminRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { canonicalOriginPattern } from '../sites/originPatterns.ts'
import { disconnectRefused } from './globalWalletConnections.ts'

type Schemas = components['schemas']
type AccessType = Schemas['GlobalWalletAccessControlTypeEnum']

/** The access list of the environment's global wallet; `undefined` until it is created. */
export function findAccess({ store }: Pick<Backend, 'store'>, environmentId: string): GlobalWalletAccess | undefined {
  return store.globalWalletAccess.find('byEnvironment', [environmentId])
}

/**
 * Creates the access list of an environment, disabled.
 *
 * @throws {@link DomainError} `duplicateExists` for a second one
 */
export function createAccess(backend: Backend, environmentId: string, type: AccessType): GlobalWalletAccess {
  assert(!findAccess(backend, environmentId), 'duplicateExists', {
    message: 'This environment has an access list already.',
  })
  return backend.store.globalWalletAccess.insert({ ...newRecord(backend), environmentId, type, enabledAt: null })
}

/**
 * Turns an allowlist into a blocklist or the other way round. The domains stay, and connections of sites that are now
 * refused end.
 */
export function changeAccessType(backend: Backend, access: GlobalWalletAccess, type: AccessType): GlobalWalletAccess {
  return type === access.type ? access : put(backend, { ...access, type })
}

/**
 * Enables the list, which ends connections of the sites that it refuses. Nothing changes when it is enabled already.
 */
export function enableAccess(backend: Backend, access: GlobalWalletAccess): GlobalWalletAccess {
  return access.enabledAt === null ? put(backend, { ...access, enabledAt: backend.clock.iso() }) : access
}

/** Disables the list, so that all sites may use the wallet. Nothing changes when it is disabled already. */
export function disableAccess(backend: Backend, access: GlobalWalletAccess): GlobalWalletAccess {
  return access.enabledAt === null ? access : put(backend, { ...access, enabledAt: null })
}

function put(backend: Backend, access: GlobalWalletAccess): GlobalWalletAccess {
  const stored = backend.store.globalWalletAccess.put(access)
  disconnectRefused(backend, access.environmentId)
  return stored
}

/**
 * Adds a site to the list, in the spelling of browsers.
 *
 * @throws {@link DomainError} `invalidOrigin` for a text that is not an origin or has its wildcard in the wrong place,
 * `duplicateExists`
 */
export function addDomain(backend: Backend, environmentId: string, domain: string): GlobalWalletDomain {
  const canonical = canonicalOriginPattern(domain)
  assert(canonical !== 'malformed', 'invalidOrigin', { message: 'No browser can be at this address.' })
  assert(canonical !== 'wildcard', 'invalidOrigin')
  const added = backend.store.globalWalletDomains.insert({ ...newRecord(backend), environmentId, domain: canonical })
  disconnectRefused(backend, environmentId)
  return added
}

/** Removes a site from the list. */
export function deleteDomain(backend: Backend, { id, environmentId }: GlobalWalletDomain): void {
  backend.store.globalWalletDomains.delete(id)
  disconnectRefused(backend, environmentId)
}

/** The list with its domains, oldest first, as replies show it. */
export function presentAccess(
  { store }: Pick<Backend, 'store'>,
  { id, environmentId, type, enabledAt }: GlobalWalletAccess,
): Schemas['GlobalWalletAccessControlResponse'] {
  const domains = [...store.globalWalletDomains.scan('byEnvironment', [environmentId])]
  return { id, projectEnvironmentId: environmentId, type, enabledAt, domains: domains.map(presentDomain) }
}

/** A site on the list, as replies show it. */
export function presentDomain({
  id,
  domain,
  createdAt,
}: GlobalWalletDomain): Schemas['GlobalWalletAccessControlDomainResponse'] {
  return { id, domain, createdAt }
}
