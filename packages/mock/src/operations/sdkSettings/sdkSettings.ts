import { reportSettings } from '../../domain/analytics/telemetry.ts'
import { noteSdkVersion } from '../../domain/environments/environments.ts'
import { publicSettings } from '../../domain/environments/sdkSettings.ts'
import type { ResourceOperations } from '../operation.ts'

export const sdkSettings = {
  get({ backend, params, query }) {
    noteSdkVersion(backend, params.environmentId, query.sdkVersion)
    return { status: 200, body: publicSettings(backend, params.environmentId) }
  },

  report({ backend, params, body }) {
    reportSettings(backend, params.environmentId, body)
    return { status: 204 }
  },
} satisfies ResourceOperations<'sdkSettings'>
