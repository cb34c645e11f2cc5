import { mapAsking } from '@latchkey/base/questions'
import { withCustomFields } from '../../domain/customFields/customFields.ts'
import { usableAccessToken } from '../../domain/flows/signIn/oauthAccounts.ts'
import { bulkCreateUsers } from '../../domain/flows/users/bulkUsers.ts'
import { deleteUser } from '../../domain/flows/users/deletion.ts'
import { createUser, updateUser } from '../../domain/flows/users/users.ts'
import { listSessions, revokeSessionsOf } from '../../domain/sessions/sessions.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { inEnvironment, reachable } from '../../domain/shared/recordGuards.ts'
import { presentSession, presentUser } from '../../domain/users/users.ts'
import { searchUsers } from '../../domain/users/userSearch.ts'
import type { User } from '../../store/records.ts'
import type { Call, ResourceOperations } from '../operation.ts'

export const users = {
  list({ params, query, backend }) {
    const { includeSessions = false } = query
    const { items, total } = searchUsers(backend, params.environmentId, query)
    return {
      status: 200,
      body: { count: total, users: mapAsking(items, (user) => presentUser(backend, user, { includeSessions })) },
    }
  },
  create({ params, body, backend }) {
    return withCustomFields(backend, params.environmentId, () => {
      const user = createUser(backend, params.environmentId, body)
      return { status: 201, body: { user: presentUser(backend, user, { includeSessions: true }) } }
    })
  },
  bulkCreate({ params, query, body, backend }) {
    const { environmentId } = params
    return withCustomFields(backend, environmentId, () => ({
      status: 201,
      body: bulkCreateUsers(backend, environmentId, { rows: body, isUpsert: query.upsert }),
    }))
  },
  get({ params, backend }) {
    return show(backend, inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user'))
  },
  getLegacy({ params, caller, backend }) {
    return show(backend, reachable(caller, backend.store.users.get(params.userId), 'user'))
  },
  update({ params, body, backend }) {
    return change(backend, inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user'), body)
  },
  updateLegacy({ params, body, caller, backend }) {
    return change(backend, reachable(caller, backend.store.users.get(params.userId), 'user'), body)
  },
  delete({ params, backend }) {
    deleteUser(backend, inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user'))
    return { status: 204 }
  },
  deleteLegacy({ params, caller, backend }) {
    deleteUser(backend, reachable(caller, backend.store.users.get(params.userId), 'user'))
    return { status: 204 }
  },
  listSessions({ params, query, backend }) {
    const { id: userId } = inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user')
    return { status: 200, body: { sessions: listSessions(backend, userId, query).map(presentSession) } }
  },
  revokeSessions({ params, backend }) {
    const { id } = inEnvironment(backend.store.users.get(params.userId), params.environmentId, 'user')
    revokeSessionsOf(backend, id, { byAdmin: true })
    return { status: 204 }
  },
  revokeSessionsLegacy({ params, caller, backend }) {
    const { id } = reachable(caller, backend.store.users.get(params.userId), 'user')
    revokeSessionsOf(backend, id, { byAdmin: true })
    return { status: 204 }
  },
  getOauthAccessToken({ params, caller, backend }) {
    const credential = reachable(caller, backend.store.credentials.get(params.oauthAccountId), 'account')
    return { status: 200, body: { accessToken: usableAccessToken(backend, credential) } }
  },
} satisfies ResourceOperations<'users'>

function show(backend: Backend, user: User) {
  return { status: 200 as const, body: { user: presentUser(backend, user, { includeSessions: true }) } }
}

function change(backend: Backend, user: User, fields: Call<'users.update'>['body']) {
  return withCustomFields(backend, user.environmentId, () => show(backend, updateUser(backend, user, fields)))
}
