import { sdkViewOf, sdkViewsOf, updateSdkView } from '../../domain/environments/sdkViews.ts'
import { environmentOf } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const sdkViews = {
  list({ params, backend }) {
    return { status: 200, body: { sdkViews: sdkViewsOf(environmentOf(backend, params.environmentId)) } }
  },
  get({ params, backend }) {
    return { status: 200, body: sdkViewOf(environmentOf(backend, params.environmentId), params.sdkViewType) }
  },
  async update({ params, body, backend }) {
    return {
      status: 201,
      body: await updateSdkView(backend, environmentOf(backend, params.environmentId), {
        type: params.sdkViewType,
        body,
      }),
    }
  },
} satisfies ResourceOperations<'sdkViews'>
