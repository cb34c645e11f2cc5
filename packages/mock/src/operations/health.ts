import { assert } from '../domain/shared/errors.ts'
import type { ResourceOperations } from './operation.ts'

export const health = {
  check({ backend, params }) {
    assert(backend.store.environments.has(params.environmentId), 'recordNotFound')
    return { status: 200, body: { status: 'healthy' } }
  },
} satisfies ResourceOperations<'health'>
