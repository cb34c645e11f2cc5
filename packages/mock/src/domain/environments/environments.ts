import type { Backend, ReadStore } from '../shared/backend.ts'

/** The name of an environment's app: its display name, or the project's name. */
export function appNameOf(
  { store }: { readonly store: Pick<ReadStore, 'environments' | 'projects'> },
  environmentId: string,
): string {
  const environment = store.environments.get(environmentId)
  return (
    environment?.settings.general.displayName || (environment && store.projects.get(environment.projectId)?.name) || ''
  )
}

/** Records that the settings of an environment have changed. */
export function touchEnvironment({ store, clock }: Backend, environmentId: string) {
  const environment = store.environments.get(environmentId)
  if (environment) store.environments.put({ ...environment, updatedAt: clock.iso() })
}

/** The same for both environments of each project of an organization. */
export function touchOrganization(backend: Backend, organizationId: string) {
  for (const project of backend.store.projects.scan('byOrganization', [organizationId])) {
    for (const { id } of backend.store.environments.scan('byProject', [project.id])) touchEnvironment(backend, id)
  }
}

/** Stores the version of the client that called last. A text that is too long for a version is ignored. */
export function noteSdkVersion({ store }: Backend, environmentId: string, sdkVersion: string | undefined) {
  const environment = store.environments.get(environmentId)
  if (!environment || !sdkVersion || sdkVersion.length > 50 || sdkVersion === environment.sdkVersion) return
  store.environments.put({ ...environment, sdkVersion })
}
