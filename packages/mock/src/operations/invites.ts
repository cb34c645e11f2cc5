import { assertRole } from '../domain/callers.ts'
import { assert } from '../domain/errors.ts'
import {
  answerInvite,
  createInvite,
  isAddressedTo,
  listInvitesTo,
  presentInvite,
  withdrawInvite,
} from '../domain/invites.ts'
import type { Backend } from '../backend.ts'
import type { Invite } from '../store/records.ts'
import type { ResourceOperations } from './operation.ts'

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
    createInvite(backend, caller, params.organizationId, body)
    return { status: 200 }
  },
  update({ params, body, caller, backend }) {
    const invite = backend.store.invites.get(params.inviteId)
    assert(invite && isAddressedTo(invite, caller.admin), 'recordNotFound')
    answerInvite(backend, invite, caller.admin, body.status)
    return { status: 200 }
  },
  delete({ params, caller, backend }) {
    const invite = backend.store.invites.get(params.inviteId)
    assert(invite, 'recordNotFound')
    assertRole(caller, invite.organizationId, 'admin', 'recordNotFound')
    withdrawInvite(backend, invite)
    return { status: 204 }
  },
} satisfies ResourceOperations<'invites'>

function shown(backend: Backend, found: readonly Invite[]) {
  return { count: found.length, invites: found.map((invite) => presentInvite(backend, invite)) }
}
