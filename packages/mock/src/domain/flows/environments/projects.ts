import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Project } from '../../../store/records.ts'
import { defaultSettings } from '../../environments/defaultSettings.ts'
import { environmentNames } from '../../organizations/projects.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'

type Schemas = components['schemas']

/** How many projects an organization can have. See the prose of `projects.create`. */
const maximumProjects = 20

export interface ProjectInput {
  readonly name: string
  /** @default a new id */
  readonly id?: string
  /** @default new ids */
  readonly environmentIds?: Readonly<Record<Schemas['EnvironmentEnum'], string>>
}

/**
 * Creates a project with its two environments, which have default settings and nothing else.
 *
 * @throws {@link DomainError} `tooManyProjects`, `projectNameExists`
 */
export function createProject(
  backend: Backend,
  organizationId: string,
  { name, id, environmentIds }: ProjectInput,
): Project {
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
