import type { components } from '@latchkey/types'
import { type Backend, newRecord } from '../../backend.ts'
import type { Environment, Project } from '../../store/records.ts'
import { defaultSettings } from '../environments/defaultSettings.ts'
import { assert } from '../shared/errors.ts'

type Schemas = components['schemas']

const environmentNames = ['sandbox', 'live'] as const satisfies Schemas['EnvironmentEnum'][]

/** How many projects an organization can have. See the prose of `projects.create`. */
const maximumProjects = 20

export interface ProjectInput {
  readonly organizationId: string
  readonly name: string
  /** Chosen when not given. */
  readonly id?: string
  /** Chosen when not given. */
  readonly environmentIds?: Readonly<Record<Schemas['EnvironmentEnum'], string>>
}

/**
 * Creates a project with its two environments, which have default settings and nothing else.
 *
 * @throws {@link DomainError} `tooManyProjects`, `projectNameExists`
 */
export function createProject(backend: Backend, { organizationId, name, id, environmentIds }: ProjectInput): Project {
  const { store, clock } = backend
  assert(store.projects.count('byOrganization', [organizationId]) < maximumProjects, 'tooManyProjects')
  const created = newRecord(backend)
  const project = store.projects.insert({ ...created, id: id ?? created.id, organizationId, name })
  for (const environmentName of environmentNames) {
    const record = newRecord(backend)
    store.environments.insert({
      ...record,
      id: environmentIds?.[environmentName] ?? record.id,
      projectId: project.id,
      organizationId,
      name: environmentName,
      settings: defaultSettings(environmentName),
      updatedAt: clock.iso(),
    })
  }
  return project
}

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
