import {
  createOrganization,
  presentChangedOrganization,
  presentOrganization,
  updateAddress,
  updateOrganization,
} from '../../domain/organizations/organizations.ts'
import { existing, organizationOf } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const organizations = {
  list({ caller, backend }) {
    const { store } = backend
    const joined = [...store.members.scan('byAdmin', [caller.admin.id])].flatMap(({ organizationId, role }) => {
      const organization = store.organizations.get(organizationId)
      return organization ? [presentOrganization(organization, role)] : []
    })
    return { status: 200, body: { organizations: joined } }
  },
  get({ params, caller, backend }) {
    const member = existing(caller.membership(params.organizationId), 'organization')
    return { status: 200, body: presentOrganization(organizationOf(backend, params.organizationId), member.role) }
  },
  create({ body: { name, description, websiteUrl }, caller, backend }) {
    const organization = createOrganization(backend, { name, description, websiteUrl, owner: caller.admin.id })
    return { status: 200, body: { organization: presentChangedOrganization(organization) } }
  },
  update({ params, body, backend }) {
    return {
      status: 200,
      body: {
        organization: presentChangedOrganization(
          updateOrganization(backend, organizationOf(backend, params.organizationId), body),
        ),
      },
    }
  },
  updateAddress({ params, body, backend }) {
    return {
      status: 200,
      body: {
        organization: presentChangedOrganization(
          updateAddress(backend, organizationOf(backend, params.organizationId), body),
        ),
      },
    }
  },
} satisfies ResourceOperations<'organizations'>
