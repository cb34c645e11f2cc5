import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Users, UserSubject } from '../subject.ts'

const project = 'demo-bench'
const toolkit = '/identitytoolkit.googleapis.com/v1'
const headers = { authorization: 'Bearer owner' }
const accounts = (of = project) => `${toolkit}/projects/${of}/accounts`
const user = (n: number) => ({ email: `user-${n}@example.com`, displayName: 'Ada' })
const call = (path: string, body: unknown) => ({ method: 'POST', path: `${toolkit}${path}?key=any`, body }) as const

const users = {
  get: ({ id }) => ({ method: 'POST', path: `${accounts()}:lookup`, headers, body: { localId: [id] } }),
  create: (n, isToSignIn = false) => ({
    method: 'POST',
    path: accounts(),
    headers,
    body: { ...user(n), ...(isToSignIn && { password: 'correct horse' }) },
  }),
  personOf(answer) {
    const { localId, email } = answer as { localId: string; email: string }
    return { id: localId, email }
  },
  list: () => ({ path: `${accounts()}:batchGet?maxResults=50`, headers }),
  signIn: (ask, { email }) =>
    ask(call('/accounts:signInWithPassword', { email, password: 'correct horse', returnSecureToken: true })),
  async signInByMail(ask, { email }) {
    const continueUrl = 'http://localhost/'
    await ask(
      call('/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email, continueUrl, canHandleCodeInApp: true }),
    )
    const { oobCodes } = (await ask({ path: `/emulator/v1/projects/${project}/oobCodes` })) as {
      oobCodes: readonly { email: string; oobCode: string }[]
    }
    const code = oobCodes.findLast((one) => one.email === email)?.oobCode
    return ask(call('/accounts:signInWithEmailLink', { email, oobCode: code }))
  },
  reset: (ask) => ask({ method: 'DELETE', path: `/emulator/v1/projects/${project}/accounts`, headers }),
  async createBeside(ask, n) {
    const other = `demo-test-${n}`
    await ask({ method: 'POST', path: accounts(other), headers, body: user(n) })
    await ask({ method: 'DELETE', path: `/emulator/v1/projects/${other}/accounts`, headers })
  },
} satisfies Users

/** The emulator of Firebase Authentication. */
export const firebase: UserSubject = {
  name: 'firebase-tools',
  package: 'firebase-tools',
  folder: 'firebase',
  command({ project: folder, port, scratch }) {
    const config = join(scratch, 'firebase.json')
    const others = { hub: { port: port + 1 }, logging: { port: port + 2 }, ui: { enabled: false } }
    const emulators = { singleProjectMode: false, auth: { host: '127.0.0.1', port }, ...others }
    writeFileSync(config, JSON.stringify({ emulators }))
    return {
      script: join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js'),
      args: ['emulators:start', '--only', 'auth', '--project', project, '--config', config],
      env: { CI: 'true', FIREBASE_CLI_DISABLE_UPDATE_CHECK: 'true', XDG_CONFIG_HOME: scratch },
    }
  },
  first: users.list(),
  users: async () => users,
}
