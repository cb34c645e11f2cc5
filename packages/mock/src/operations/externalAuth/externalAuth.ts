import { signInWithExternalJwt } from '../../domain/flows/signIn/externalAuth.ts'
import { examineExternalJwt } from '../../domain/flows/signIn/externalJwts.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import type { ResourceOperations } from '../operation.ts'

export const externalAuth = {
  async check({ backend, params, body }) {
    const { problems } = await examineExternalJwt(backend, params.environmentId, body.encodedJwt)
    return { status: 200, body: { valid: problems.length === 0, errors: [...problems] } }
  },

  async signIn({ backend, params, body: { jwt, sessionPublicKey }, request }) {
    const { body, cookies } = await signInWithExternalJwt(backend, params.environmentId, {
      jwt,
      sessionPublicKey,
      request,
    })
    return { status: 200, body, cookies }
  },

  verify() {
    throw new DomainError('retired')
  },
} satisfies ResourceOperations<'externalAuth'>
