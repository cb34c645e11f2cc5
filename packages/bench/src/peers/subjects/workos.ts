import type { Users, UserSubject } from '../subject.ts'
import { keyOfRequest } from './keyOfRequest.ts'

const users = {
  get: ({ id }) => ({ path: `/user_management/users/${id}`, headers: keyOfRequest() }),
  create: (n, isToSignIn = false) => ({
    method: 'POST',
    path: '/user_management/users',
    headers: keyOfRequest(),
    body: { email: `user-${n}@example.com`, first_name: 'Ada', ...(isToSignIn && { password: 'correct horse' }) },
  }),
  personOf: (answer) => answer as { id: string; email: string },
  list: () => ({ path: '/user_management/users?limit=50', headers: keyOfRequest() }),
  signIn: (ask, { email }) => ask(authentication({ grant_type: 'password', email, password: 'correct horse' })),
  async signInByMail(ask, { email }) {
    const { code } = (await ask({
      method: 'POST',
      path: '/user_management/magic_auth',
      headers: keyOfRequest(),
      body: { email },
    })) as { code: string }
    return ask(authentication({ grant_type: 'urn:workos:oauth:grant-type:magic-auth:code', email, code }))
  },
  reset: (_ask, tell) => tell(),
} satisfies Users

function authentication(fields: Readonly<Record<string, string>>) {
  return {
    method: 'POST',
    path: '/user_management/authenticate',
    headers: keyOfRequest(),
    body: { client_id: 'client_emulate', client_secret: 'secret', ...fields },
  } as const
}

/** The emulator that is in the command line of WorkOS. */
export const workos: UserSubject = {
  name: 'workos',
  package: 'workos',
  folder: 'workos',
  command: ({ project, port }) => ({ script: `${project}/start.mjs`, args: [String(port)] }),
  first: users.list(),
  users: async () => users,
}
