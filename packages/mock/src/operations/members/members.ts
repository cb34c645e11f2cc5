import {
  changeRole,
  delegateOwnership,
  listMembers,
  memberFor,
  presentMember,
  reachableEnvironmentIds,
  removeMember,
} from '../../domain/organizations/members.ts'
import type { ResourceOperations } from '../operation.ts'

export const members = {
  list({ params, backend }) {
    const listed = listMembers(backend, params.organizationId)
    return {
      status: 200,
      body: { count: listed.length, members: listed.map((member) => presentMember(backend, member)) },
    }
  },
  update({ params, body, caller, backend }) {
    const member = changeRole(
      backend,
      memberFor(backend, caller, { memberId: params.memberId, least: 'admin' }),
      body.role,
    )
    return { status: 200, body: { member: presentMember(backend, member) } }
  },
  delete({ params, caller, backend }) {
    removeMember(backend, memberFor(backend, caller, { memberId: params.memberId, least: 'admin' }))
    return { status: 204 }
  },
  delegateOwnership({ params, body, caller, backend }) {
    delegateOwnership(
      backend,
      memberFor(backend, caller, { memberId: params.memberId, least: 'owner' }),
      body.adminMemberIdToDelegate,
    )
    return { status: 204 }
  },
  listEnvironmentIds({ caller, backend }) {
    return { status: 200, body: reachableEnvironmentIds(backend, caller.admin) }
  },
} satisfies ResourceOperations<'members'>
