import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import { createAdmin } from '../../../domain/organizations/admins.ts'
import { createOrganization, nameKeyOf } from '../../../domain/organizations/organizations.ts'
import { issueMemberToken } from '../../../domain/organizations/tokens.ts'
import { transact } from '../../../world/world.ts'
import type { FactoryContext } from './factoryContext.ts'
import { unusedName } from './unusedName.ts'

type Schemas = components['schemas']

/** Organizations and their admins. */
export interface OrganizationFactories {
  /** An admin with an API token: a member of the default organization, or of none when `role` is null. */
  admin(input?: AdminInput): Promise<{ id: string; email: string; token: string }>
  /** Another organization. `owner` is the id of an admin. */
  organization(input: { name?: string | undefined; owner: string }): Promise<{ id: string; name: string }>
}

interface AdminInput {
  readonly email?: string | undefined
  readonly walletPublicKey?: string
  /** E.164. */
  readonly phoneNumber?: string
  /** Not `owner`: an organization has one owner, who transfers the ownership. @default 'developer' */
  readonly role?: Exclude<Schemas['RoleEnum'], 'owner'> | null | undefined
}

export function createOrganizationFactories({ world, sandboxId }: FactoryContext): OrganizationFactories {
  return {
    admin: async ({ email: givenEmail, role = 'developer', ...profile } = {}) =>
      transact(world, (backend) => {
        const email =
          givenEmail ??
          unusedName(
            backend.store.admins.size,
            (number) => `admin${number}@example.com`,
            (text) => backend.store.admins.find('byEmail', [text]),
          )
        const organizationId = backend.store.environments.get(sandboxId)?.organizationId
        if (role && organizationId === undefined)
          throw new TypeError('Failed to call "create.admin()": there is no environment with this id.')
        const admin = createAdmin(backend, {
          email,
          ...profile,
          ...defined({ membership: role && organizationId ? { organizationId, role } : undefined }),
        })
        return {
          id: admin.id,
          email: admin.email,
          token: issueMemberToken(backend, admin.id, 'Test token').rawToken,
        }
      }),
    organization: async ({ name: givenName, owner }) =>
      transact(world, (backend) => {
        const name =
          givenName ??
          unusedName(
            backend.store.organizations.size,
            (number) => `Organization ${number}`,
            (text) => backend.store.organizations.find('byName', [nameKeyOf(text)]),
          )
        return { id: createOrganization(backend, { name, owner }).id, name }
      }),
  }
}
