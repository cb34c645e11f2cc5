import { assertEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const health = {
  check({ backend, params }) {
    assertEnvironment(backend, params.environmentId)
    return { status: 200, body: { status: 'healthy' } }
  },
} satisfies ResourceOperations<'health'>
