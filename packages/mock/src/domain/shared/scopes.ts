import { assert } from './errors.ts'

/**
 * Scopes that the service itself gives or withholds; a gate or allowlist that gave them would forge what they stand
 * for.
 */
const reserved = new Set(['user:basic', 'requiresAdditionalAuth'])

/**
 * Refuses what cannot be the scope of a gate or allowlist: anything but one scope token (RFC 6749, section 3.3), and
 * the service's own.
 *
 * @throws {@link DomainError} `invalidScopes`
 */
export function assertScope(scope: string | null | undefined): void {
  if (scope === undefined || scope === null || scope === '') return
  assert(/^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope) && !reserved.has(scope), 'invalidScopes', {
    message: 'A scope is one word without spaces, and none that the service gives itself.',
  })
}
