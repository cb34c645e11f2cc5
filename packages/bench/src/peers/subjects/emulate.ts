import type { Users, UserSubject } from '../subject.ts'
import { keyOfRequest } from './keyOfRequest.ts'

interface ClerkUser {
  readonly id: string
  readonly email_addresses: readonly [{ readonly email_address: string }]
}

const users = {
  get: ({ id }) => ({ path: `/v1/users/${id}`, headers: keyOfRequest() }),
  create: (n) => ({
    method: 'POST',
    path: '/v1/users',
    headers: keyOfRequest(),
    body: { email_address: [`user-${n}@example.com`], first_name: 'Ada' },
  }),
  personOf(answer) {
    const { id, email_addresses } = answer as ClerkUser
    return { id, email: email_addresses[0].email_address }
  },
  list: () => ({ path: '/v1/users?limit=50', headers: keyOfRequest() }),
  async signIn(ask, { id }) {
    const headers = keyOfRequest()
    const session = (await ask({ method: 'POST', path: '/v1/sessions', headers, body: { user_id: id } })) as {
      id: string
    }
    return ask({ method: 'POST', path: `/v1/sessions/${session.id}/tokens`, headers })
  },
  reset: (_ask, tell) => tell(),
} satisfies Users

/** An emulator of many services, here of Clerk. */
export const emulate: UserSubject = {
  name: 'emulate',
  package: 'emulate',
  folder: 'emulate',
  command: ({ project, port }) => ({ script: `${project}/start.mjs`, args: [String(port)] }),
  first: users.list(),
  users: async () => users,
}
