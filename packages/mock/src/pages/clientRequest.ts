import { type ProviderName } from '../domain/providers/providerCatalogue.ts'
import { environmentOfClient } from '../domain/providers/providers.ts'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { assert } from '../domain/shared/errors.ts'
import { type ClientRequest, readAuthorizeRequest } from '../outside/identityProviders.ts'

/**
 * Reads the query of an authorize call. A provider's clients are those in the settings of environments.
 *
 * @throws {@link DomainError} `badRequest` for an unknown client or redirect URI, with which the browser must not be
 * redirected (RFC 6749, section 4.1.2.1), and for a repeated parameter
 */
export function readClientRequest(
  backend: WorldBackend,
  provider: ProviderName,
  params: URLSearchParams,
): ClientRequest {
  const request = readAuthorizeRequest(provider, params)
  const environmentId = environmentOfClient(backend, request)
  assert(environmentId !== undefined, 'badRequest', {
    message: 'This client or its redirect URI is not registered with the provider.',
  })
  return { ...request, environmentId }
}
