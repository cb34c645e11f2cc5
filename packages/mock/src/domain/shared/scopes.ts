import { assert } from './errors.ts'

/**
 * Scopes that the service itself grants. A gate or allowlist must not grant them, since they would no longer prove
 * anything.
 */
const reserved = new Set(['user:basic', 'requiresAdditionalAuth'])

/**
 * Refuses a scope that a gate or allowlist cannot grant: anything but one scope token (RFC 6749, section 3.3), and the
 * service's own scopes.
 *
 * @throws {@link DomainError} `invalidScopes`
 */
export function assertScope(scope: string | null | undefined): void {
  if (scope === undefined || scope === null || scope === '') return
  assert(/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope) && !reserved.has(scope), 'invalidScopes', {
    message: 'A scope is one word without spaces, and none that the service gives itself.',
  })
}
