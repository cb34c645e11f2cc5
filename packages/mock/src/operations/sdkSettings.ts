import { noteSdkVersion } from '../domain/environments.ts'
import { publicSettings } from '../domain/sdkSettings.ts'
import type { ResourceOperations } from './operation.ts'

export const sdkSettings = {
  get({ backend, params, query }) {
    noteSdkVersion(backend, params.environmentId, query.sdkVersion)
    return { status: 200, body: publicSettings(backend, params.environmentId) }
  },
} satisfies ResourceOperations<'sdkSettings'>
