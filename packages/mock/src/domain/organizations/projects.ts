import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import type { Environment, Project } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'

type Schemas = components['schemas']

/** In the order in which they are shown. */
export const environmentNames = everyValue<Schemas['EnvironmentEnum']>({ sandbox: true, live: true })

/** Gives a project another name. @throws {@link DomainError} `projectNameExists` */
export function renameProject({ store }: Backend, project: Project, name: string): Project {
  return store.projects.put({ ...project, name })
}

/** The environments of a project: sandbox, then live. */
export function environmentsOf({ store }: Backend, { id }: Project): Environment[] {
  return environmentNames.flatMap((name) => store.environments.find('byProject', [id, name]) ?? [])
}

/** A project as replies show it, with the ids of its environments. */
export function presentProject(backend: Backend, project: Project): Schemas['Project'] {
  const { name, id, organizationId } = project
  const projectEnvironments = environmentsOf(backend, project).map((environment) => ({
    id: environment.id,
    environmentName: environment.name,
  }))
  return { name, id, organizationId, projectEnvironments }
}
