import type { components } from '@latchkey/types'
import type { World } from '../../world/world.ts'

/** An environment, with the names of the project and the organization that it belongs to. */
export interface EnvironmentSummary {
  readonly id: string
  readonly name: components['schemas']['EnvironmentEnum']
  readonly projectName: string
  readonly organizationName: string
  readonly users: number
}

export function createEnvironmentList({ store: { reader } }: World): () => EnvironmentSummary[] {
  return () =>
    [...reader.environments.all()].map(({ id, name, projectId, organizationId }) => ({
      id,
      name,
      projectName: reader.projects.get(projectId)?.name ?? '',
      organizationName: reader.organizations.get(organizationId)?.name ?? '',
      users: reader.users.count('byCreatedAt', [id]),
    }))
}
