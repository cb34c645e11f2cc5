import { presentEnvironment } from '../domain/environments.ts'
import { assert } from '../domain/errors.ts'
import type { ResourceOperations } from './operation.ts'

export const environments = {
  get({ params, backend }) {
    const environment = backend.store.environments.get(params.environmentId)
    assert(environment, 'recordNotFound')
    return { status: 200, body: presentEnvironment(backend, environment) }
  },
  listByProject({ params, backend }) {
    const { store } = backend
    const live = store.environments.find('byProject', [params.projectId, 'live'])
    const sandbox = store.environments.find('byProject', [params.projectId, 'sandbox'])
    assert(live && sandbox, 'recordNotFound')
    return { status: 200, body: { environments: { live: presentEnvironment(backend, live), sandbox: presentEnvironment(backend, sandbox) } } }
  },
} satisfies ResourceOperations<'environments'>
