import { visitorStatisticsOf } from '../../domain/analytics/analytics.ts'
import { publicKeyOf } from '../../domain/environments/environmentKeys.ts'
import { updateSettings } from '../../domain/environments/environmentSettings.ts'
import { presentEnvironment, publicSettings } from '../../domain/environments/sdkSettings.ts'
import { environmentOf, existing } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const environments = {
  get({ params, backend }) {
    return { status: 200, body: presentEnvironment(backend, environmentOf(backend, params.environmentId)) }
  },
  async update({ params, body, backend }) {
    await updateSettings(backend, environmentOf(backend, params.environmentId), body)
    return { status: 200, body: publicSettings(backend, params.environmentId) }
  },
  async getKeys({ params, backend }) {
    return { status: 200, body: { key: await publicKeyOf(backend, params.environmentId) } }
  },
  listByProject({ params, backend }) {
    const { store } = backend
    const live = existing(store.environments.find('byProject', [params.projectId, 'live']), 'environment')
    const sandbox = existing(store.environments.find('byProject', [params.projectId, 'sandbox']), 'environment')
    return {
      status: 200,
      body: {
        environments: { live: presentEnvironment(backend, live), sandbox: presentEnvironment(backend, sandbox) },
      },
    }
  },
  getVisitorStatistics({ params, backend }) {
    return { status: 200, body: visitorStatisticsOf(backend, params.environmentId) }
  },
} satisfies ResourceOperations<'environments'>
