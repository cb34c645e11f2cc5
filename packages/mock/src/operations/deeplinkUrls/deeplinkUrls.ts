import { reachable } from '../../domain/shared/recordGuards.ts'
import { createDeeplinkUrl, presentDeeplinkUrl } from '../../domain/sites/origins.ts'
import type { ResourceOperations } from '../operation.ts'

export const deeplinkUrls = {
  list({ params, backend }) {
    const urls = [...backend.store.deeplinkUrls.scan('byEnvironment', [params.environmentId])]
    return { status: 200, body: { deeplinkUrls: urls.map(presentDeeplinkUrl) } }
  },
  create({ params, body, backend }) {
    return {
      status: 201,
      body: presentDeeplinkUrl(createDeeplinkUrl(backend, params.environmentId, body.url)),
    }
  },
  delete({ params, caller, backend }) {
    backend.store.deeplinkUrls.delete(
      reachable(caller, backend.store.deeplinkUrls.get(params.deeplinkUrlId), 'deep link').id,
    )
    return { status: 204 }
  },
} satisfies ResourceOperations<'deeplinkUrls'>
