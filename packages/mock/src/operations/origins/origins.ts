import { reachable } from '../../domain/shared/recordGuards.ts'
import { createOrigin, presentOrigin } from '../../domain/sites/origins.ts'
import type { ResourceOperations } from '../operation.ts'

export const origins = {
  list({ params, backend }) {
    const listed = [...backend.store.origins.scan('byEnvironment', [params.environmentId])]
    return { status: 200, body: { origins: listed.map(presentOrigin) } }
  },
  create({ params, body, backend }) {
    const origin = createOrigin(backend, params.environmentId, body.origin)
    return { status: 201, body: { origin: presentOrigin(origin) } }
  },
  delete({ params, caller, backend }) {
    backend.store.origins.delete(reachable(caller, backend.store.origins.get(params.originId), 'origin').id)
    return { status: 204 }
  },
} satisfies ResourceOperations<'origins'>
