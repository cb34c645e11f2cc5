import type { Backend } from '../backend.ts'
import { createOrganization } from '../domain/organizations.ts'
import { createProject } from '../domain/projects.ts'
import { allTokenScopes, issueEnvironmentToken, issueMemberToken } from '../domain/tokens.ts'
import { transact, type World } from '../world.ts'

/** What every mock begins with. */
export interface Defaults {
  readonly organizationId: string
  readonly projectId: string
  readonly admin: { readonly id: string; readonly email: string; readonly token: string }
  readonly environments: {
    readonly sandbox: { readonly id: string; readonly token: string }
    readonly live: { readonly id: string; readonly token: string }
  }
}

/** The ids are the same in every mock, so that an app's test configuration can name them. */
export const defaultIds = {
  admin: '00000000-0000-7000-8000-000000000001',
  organization: '00000000-0000-7000-8000-000000000002',
  project: '00000000-0000-7000-8000-000000000003',
  sandbox: '00000000-0000-7000-8000-000000000004',
  live: '00000000-0000-7000-8000-000000000005',
} as const

/** Puts an organization with an owner, a project and ready tokens into an empty world. */
export function seedDefaults(world: World): Defaults {
  const defaults = transact(world, (backend): Defaults => {
    const { store, clock } = backend
    const admin = store.admins.put({
      id: defaultIds.admin,
      createdAt: clock.iso(),
      email: 'admin@example.com',
      firstName: 'Ada',
      lastName: 'Admin',
    })
    createOrganization(backend, { id: defaultIds.organization, name: 'Example organization', owner: admin.id })
    createProject(backend, {
      id: defaultIds.project,
      organizationId: defaultIds.organization,
      name: 'Example project',
      environmentIds: { sandbox: defaultIds.sandbox, live: defaultIds.live },
    })
    return {
      organizationId: defaultIds.organization,
      projectId: defaultIds.project,
      admin: {
        id: admin.id,
        email: admin.email,
        token: issueMemberToken(backend, { adminId: admin.id, note: 'Ready token' }).rawToken,
      },
      environments: { sandbox: readyToken(backend, defaultIds.sandbox), live: readyToken(backend, defaultIds.live) },
    }
  })
  if (defaults instanceof Promise) throw new TypeError('Failed to call "createMock()": seeding waited for something.')
  return defaults
}

function readyToken(backend: Backend, environmentId: string): { id: string; token: string } {
  const { rawToken } = issueEnvironmentToken(backend, {
    environmentId,
    note: 'Ready token',
    scopes: allTokenScopes,
    createdBy: { id: defaultIds.admin, email: 'admin@example.com' },
  })
  return { id: environmentId, token: rawToken }
}
