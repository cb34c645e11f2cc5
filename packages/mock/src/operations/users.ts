import { inEnvironment, reachable } from '../domain/callers.ts'
import { withCustomFields } from '../domain/customFields.ts'
import { createUser, deleteUser, presentUser, updateUser } from '../domain/users.ts'
import { searchUsers } from '../domain/userSearch.ts'
import type { ResourceOperations } from './operation.ts'

export const users = {
  list({ params, query, backend }) {
    const { includeSessions = false, ...search } = query
    const { items, total } = searchUsers(backend, { ...search, ...params })
    return { status: 200, body: { count: total, users: items.map((user) => presentUser(backend, user, { includeSessions })) } }
  },
  create({ params, body, backend }) {
    return withCustomFields(backend, params.environmentId, () => {
      const user = createUser(backend, { environmentId: params.environmentId, fields: body })
      return { status: 201, body: { user: presentUser(backend, user, { includeSessions: true }) } }
    })
  },
  get({ params, backend }) {
    const user = inEnvironment(backend.store.users.get(params.userId), params.environmentId)
    return { status: 200, body: { user: presentUser(backend, user, { includeSessions: true }) } }
  },
  update({ params, body, backend }) {
    const user = inEnvironment(backend.store.users.get(params.userId), params.environmentId)
    return withCustomFields(backend, params.environmentId, () => {
      const updated = updateUser(backend, { user, fields: body })
      return { status: 200, body: { user: presentUser(backend, updated, { includeSessions: true }) } }
    })
  },
  delete({ params, backend }) {
    deleteUser(backend, inEnvironment(backend.store.users.get(params.userId), params.environmentId))
    return { status: 204 }
  },
  deleteLegacy({ params, caller, backend }) {
    deleteUser(backend, reachable(caller, backend.store.users.get(params.userId)))
    return { status: 204 }
  },
} satisfies ResourceOperations<'users'>
