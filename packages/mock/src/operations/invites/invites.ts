import {
  answerInvite,
  createInvite,
  inviteOf,
  inviteTo,
  listInvitesTo,
  presentInvite,
  withdrawInvite,
} from '../../domain/organizations/invites.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import type { Invite } from '../../store/records.ts'
import type { ResourceOperations } from '../operation.ts'

export const invites = {
  list({ query, caller, backend }) {
    return {
      status: 200,
      body: shown(
        backend,
        listInvitesTo(backend, caller.admin).filter(({ status }) => status === query.status),
      ),
    }
  },
  listByOrganization({ params, backend }) {
    return {
      status: 200,
      body: shown(backend, [
        ...backend.store.invites.scan('byOrganization', [params.organizationId], { descending: true }),
      ]),
    }
  },
  create({ params, body, caller, backend }) {
    createInvite(backend, params.organizationId, { caller, input: body })
    return { status: 200 }
  },
  update({ params, body, caller, backend }) {
    answerInvite(backend, inviteTo(backend, caller.admin, params.inviteId), {
      admin: caller.admin,
      status: body.status,
    })
    return { status: 200 }
  },
  delete({ params, caller, backend }) {
    withdrawInvite(backend, inviteOf(backend, caller, { inviteId: params.inviteId, least: 'admin' }))
    return { status: 204 }
  },
} satisfies ResourceOperations<'invites'>

function shown(backend: Backend, invites: readonly Invite[]) {
  return { count: invites.length, invites: invites.map((invite) => presentInvite(backend, invite)) }
}
