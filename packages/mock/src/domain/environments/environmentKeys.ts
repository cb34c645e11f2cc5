import { cryptoKeyOf } from '@latchkey/crypto/cryptoKeys'
import type { components } from '@latchkey/types'
import { signingKeyOf } from '../sessions/signingKeys.ts'
import type { Backend } from '../shared/backend.ts'

/**
 * The public part of the key that signs an environment's tokens now: its SubjectPublicKeyInfo as PEM (RFC 7468, section
 * 13), in base64.
 *
 * @throws {@link DomainError} `recordNotFound`
 */
export async function publicKeyOf(backend: Backend, environmentId: string): Promise<components['schemas']['Key']> {
  const { id, algorithm, publicJwk } = await signingKeyOf(backend, environmentId)
  const { exportSPKI } = await import('jose')
  return { id, publicKey: btoa(await exportSPKI(await cryptoKeyOf(publicJwk, algorithm))) }
}
