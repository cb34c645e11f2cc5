import { isPromise } from '@latchkey/base/isPromise'
import { createRandom } from '@latchkey/base/random'
import { createProject } from '../domain/flows/environments/projects.ts'
import { ownerOf } from '../domain/organizations/creators.ts'
import { createOrganization } from '../domain/organizations/organizations.ts'
import { allTokenScopes, issueEnvironmentToken, issueMemberToken } from '../domain/organizations/tokens.ts'
import type { ProviderName } from '../domain/providers/providerCatalogue.ts'
import { createProvider, enableProvider } from '../domain/providers/providers.ts'
import type { Backend } from '../domain/shared/backend.ts'
import type { EnvironmentCaller } from '../domain/shared/callers.ts'
import { DomainError } from '../domain/shared/errors.ts'
import { simulatedSettings } from './simulatedProvider.ts'
import { transact, type World } from './world.ts'

/** Ids and tokens of the records that every mock starts with. */
export interface Defaults {
  readonly organizationId: string
  readonly projectId: string
  readonly admin: { readonly id: string; readonly email: string; readonly token: string }
  readonly environments: {
    readonly sandbox: { readonly id: string; readonly token: string }
    readonly live: { readonly id: string; readonly token: string }
  }
}

export interface SeedInput {
  readonly seed: string
  /** Providers to enable in the sandbox. */
  readonly providers: readonly ProviderName[]
}

/** The ids are the same in every mock, so that the configuration of an app's tests can contain them. */
export const defaultIds = {
  admin: '00000000-0000-7000-8000-000000000001',
  organization: '00000000-0000-7000-8000-000000000002',
  project: '00000000-0000-7000-8000-000000000003',
  sandbox: '00000000-0000-7000-8000-000000000004',
  live: '00000000-0000-7000-8000-000000000005',
} as const

/**
 * Creates an organization with an owner, a project, its environments, tokens and providers in an empty world.
 *
 * @param input.seed - Seeds the ids and secrets of the providers. They come from a separate random sequence, so that
 * the choice of providers changes no other id.
 * @throws TypeError for providers that cannot be enabled together
 */
export function seedDefaults(world: World, { seed, providers }: SeedInput): Defaults {
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
    createProject(backend, defaultIds.organization, {
      id: defaultIds.project,
      name: 'Example project',
      environmentIds: { sandbox: defaultIds.sandbox, live: defaultIds.live },
    })
    return {
      organizationId: defaultIds.organization,
      projectId: defaultIds.project,
      admin: {
        id: admin.id,
        email: admin.email,
        token: issueMemberToken(backend, admin.id, 'Ready token').rawToken,
      },
      environments: { sandbox: readyToken(backend, defaultIds.sandbox), live: readyToken(backend, defaultIds.live) },
    }
  })
  const seeding = transact({ ...world, random: createRandom(`${seed} providers`) }, (backend) => {
    for (const provider of new Set(providers)) seedProvider(backend, provider)
  })
  if (isPromise(defaults) || isPromise(seeding))
    throw new TypeError('Failed to call "createMock()": seeding was not synchronous.')
  return defaults
}

/** The caller that sets the providers up, with all rights. */
const anybody: EnvironmentCaller = { kind: 'environment', reaches: () => true }

function seedProvider(backend: Backend, provider: ProviderName): void {
  const input = { ...simulatedSettings(backend, provider), provider }
  try {
    enableProvider(backend, createProvider(backend, defaultIds.sandbox, { caller: anybody, fields: input }))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new TypeError(`Failed to call "createMock()": "${provider}" cannot be enabled. ${error.message}`, {
      cause: error,
    })
  }
}

function readyToken(backend: Backend, environmentId: string): { id: string; token: string } {
  const { rawToken } = issueEnvironmentToken(backend, environmentId, {
    note: 'Ready token',
    scopes: allTokenScopes,
    createdBy: ownerOf(backend, environmentId),
  })
  return { id: environmentId, token: rawToken }
}
