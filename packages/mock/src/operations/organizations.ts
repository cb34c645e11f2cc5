import { assert } from '../domain/errors.ts'
import { presentOrganization } from '../domain/organizations.ts'
import type { ResourceOperations } from './operation.ts'

export const organizations = {
  list({ caller, backend }) {
    const { store } = backend
    const found = [...store.members.scan('byAdmin', [caller.admin.id])].flatMap(({ organizationId, role }) => {
      const organization = store.organizations.get(organizationId)
      return organization ? [presentOrganization(organization, role)] : []
    })
    return { status: 200, body: { organizations: found } }
  },
  get({ params, caller, backend }) {
    const organization = backend.store.organizations.get(params.organizationId)
    const member = caller.membership(params.organizationId)
    assert(organization && member, 'recordNotFound')
    return { status: 200, body: presentOrganization(organization, member.role) }
  },
} satisfies ResourceOperations<'organizations'>
