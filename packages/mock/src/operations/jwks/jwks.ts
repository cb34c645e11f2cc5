import { jwkSet } from '../../domain/sessions/signingKeys.ts'
import type { Call, ResourceOperations } from '../operation.ts'

async function get({ backend, params }: Call<'jwks.get' | 'jwks.getJson'>) {
  return { status: 200 as const, body: await jwkSet(backend, params.environmentId) }
}

export const jwks = { get, getJson: get } satisfies ResourceOperations<'jwks'>
