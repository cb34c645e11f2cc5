import type { components } from '@latchkey/types'
import type { Backend } from '../backend.ts'
import type { Environment } from '../store/records.ts'
import { publicSettings } from './sdkSettings.ts'

/** Notes that the settings of an environment have changed. */
export function touchEnvironment({ store, clock }: Backend, environmentId: string) {
  const environment = store.environments.get(environmentId)
  if (environment) store.environments.put({ ...environment, updatedAt: clock.iso() })
}

/** Keeps which version of the client has called last; what is too long to be one is not kept. */
export function noteSdkVersion({ store }: Backend, environmentId: string, sdkVersion: string | undefined) {
  const environment = store.environments.get(environmentId)
  if (!environment || !sdkVersion || sdkVersion.length > 50 || sdkVersion === environment.sdkVersion) return
  store.environments.put({ ...environment, sdkVersion })
}

/** An environment with its settings; what is write-only is not among them. */
export function presentEnvironment(backend: Backend, { id, createdAt, updatedAt, sdkVersion }: Environment): components['schemas']['ProjectEnvironment'] {
  return { id, settings: publicSettings(backend, id), createdAt, updatedAt, sdkVersion }
}
