import { defined } from '@latchkey/base/defined'
import { everyValue } from '@latchkey/base/everyValue'
import { assertKeys } from '@latchkey/base/nearest'
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
  /**
   * An admin with an API token: a member of the default organization, or of none when `role` is null.
   *
   * @throws TypeError for an unknown role
   * @throws DomainError `emailExists`, `invalidEmail`, `invalidPhone`, `invalidChainAddress`
   */
  admin(input?: AdminInput): Promise<{ id: string; email: string; token: string }>
  /** Another organization. `owner` is the id of an admin. @throws TypeError for an id that is not an admin's */
  organization(input: { name?: string | undefined; owner: string }): Promise<{ id: string; name: string }>
}

interface AdminInput {
  readonly email?: string | undefined
  /** An address of any chain. */
  readonly walletPublicKey?: string | undefined
  /** E.164. */
  readonly phoneNumber?: string | undefined
  /** Not `owner`: an organization has one owner, who transfers the ownership. @default 'developer' */
  readonly role?: Exclude<Schemas['RoleEnum'], 'owner'> | null | undefined
}

const roles = everyValue<NonNullable<AdminInput['role']>>({ admin: true, developer: true, viewer: true })

/** The rule about owners is the domain's. */
function assertRole(role: string | null): void {
  if (role === null || role === 'owner' || roles.some((each) => each === role)) return
  throw new TypeError(
    `Failed to call "create.admin()": there is no role "${role}". Write ${roles.join(', ')}, or null.`,
  )
}

export function createOrganizationFactories({ world, sandboxId }: FactoryContext): OrganizationFactories {
  return {
    async admin(input = {}) {
      assertKeys(input, ['email', 'phoneNumber', 'role', 'walletPublicKey'], { call: 'create.admin()', what: 'field' })
      const { email: givenEmail, role = 'developer', walletPublicKey, phoneNumber } = input
      assertRole(role)
      return transact(world, async (backend) => {
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
        const admin = await createAdmin(backend, {
          email,
          ...defined({
            walletPublicKey,
            phoneNumber,
            membership: role && organizationId ? { organizationId, role } : undefined,
          }),
        })
        return {
          id: admin.id,
          email: admin.email,
          token: issueMemberToken(backend, admin.id, 'Test token').rawToken,
        }
      })
    },
    async organization(input) {
      assertKeys(input, ['name', 'owner'], { call: 'create.organization()', what: 'field' })
      const { name: givenName, owner } = input
      return transact(world, (backend) => {
        if (!backend.store.admins.has(owner))
          throw new TypeError(
            'Failed to call "create.organization()": there is no admin with the id of `owner`. `create.admin()` creates one.',
          )
        const name =
          givenName ??
          unusedName(
            backend.store.organizations.size,
            (number) => `Organization ${number}`,
            (text) => backend.store.organizations.find('byName', [nameKeyOf(text)]),
          )
        return { id: createOrganization(backend, { name, owner }).id, name }
      })
    },
  }
}
