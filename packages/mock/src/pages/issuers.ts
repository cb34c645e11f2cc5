import type { Reply } from '@latchkey/base/reply'
import type { WorldBackend } from '../domain/shared/backend.ts'
import { issuerJwks } from '../outside/issuers.ts'

/** The JWK set of a simulated issuer (RFC 7517). @throws {@link DomainError} `notFound` for an unknown id */
export function answerKeySet({ store }: WorldBackend, issuerId: string): Reply {
  return { status: 200, body: issuerJwks(store.issuers.get(issuerId)) }
}
