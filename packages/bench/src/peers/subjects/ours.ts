import { join } from 'node:path'
import type { Ask, ChainSubject, Person, Users, UserSubject } from '../subject.ts'

interface Defaults {
  readonly environments: { readonly sandbox: { readonly id: string; readonly token: string } }
}

const post = (path: string, body: unknown = {}) => ({ method: 'POST', path, body }) as const

/** The mock as a server, by its command. */
function command(...flags: readonly string[]): UserSubject['command'] {
  return ({ project, port }) => ({
    script: join(project, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js'),
    args: ['--port', String(port), '--json', ...flags],
  })
}

async function users(ask: Ask): Promise<Users> {
  const { id, token } = ((await ask({ path: '/__mock/v1/defaults' })) as Defaults).environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const path = `/api/v0/environments/${id}/users`
  const sdk = `/api/v0/sdk/${id}`
  const create = (n: number) => ({
    method: 'POST' as const,
    path,
    headers,
    body: { email: `user-${n}@example.com`, firstName: 'Ada' },
  })
  return {
    get: (person) => ({ path: `${path}/${person.id}`, headers }),
    // A user of the API has no credential until the first sign-in; one of the control interface has.
    create: (n, isToSignIn = false) =>
      isToSignIn ? post('/__mock/v1/create/user', { email: `user-${n}@example.com` }) : create(n),
    personOf(answer) {
      const created = answer as Person & { readonly user?: Person }
      return created.user ?? created
    },
    list: () => ({ path: `${path}?limit=50`, headers }),
    signIn: (ask, person) => ask(post('/__mock/v1/signIn', { userId: person.id })),
    async signInByMail(ask, { email }) {
      const { verificationUUID } = (await ask(post(`${sdk}/emailVerifications/create`, { email }))) as {
        verificationUUID: string
      }
      const { message } = (await ask({
        path: `/__mock/v1/outbox/email/last?to=${encodeURIComponent(email)}`,
      })) as { message: { code: string } }
      return ask(post(`${sdk}/emailVerifications/signin`, { verificationUUID, verificationToken: message.code }))
    },
    reset: (ask) => ask(post('/__mock/v1/reset')),
    async createBeside(ask, n) {
      const name = `/w/test-${n}`
      await ask({ ...create(n), path: name + path })
      // The worlds of an hour ago are dropped by themselves, these as soon as their test ends.
      await ask(post('/__mock/v1/worlds/drop', { name: `test-${n}` }))
    },
  }
}

/** The sandbox of every mock with the default seed. */
const sandbox = '00000000-0000-7000-8000-000000000004'
const server = { package: '@latchkey/mock', first: { path: `/api/v0/sdk/${sandbox}/settings` } } as const

export const ours: UserSubject = { ...server, name: 'Latchkey', command: command(), users }

/** Without the check of its replies and without a journal. */
export const oursUnchecked: UserSubject = {
  ...server,
  name: 'Latchkey, neither',
  command: command('--no-strict', '--journal-limit', '0'),
  users,
}

/** Without a journal. */
export const oursWithoutJournal: UserSubject = {
  ...server,
  name: 'Latchkey, no journal',
  command: command('--journal-limit', '0'),
  users,
}

/** Without the check of its replies. */
export const oursWithoutStrict: UserSubject = {
  ...server,
  name: 'Latchkey, `--no-strict`',
  command: command('--no-strict'),
  users,
}

export const ourChain: ChainSubject = {
  ...server,
  name: 'Latchkey',
  command: command(),
  path: '/__mock/chains/evm/1',
  first: post('/__mock/chains/evm/1', { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
  fund: (ask, address) => ask(post('/__mock/v1/chain/funds', { address, funds: { ether: '10000' }, networkId: 1 })),
}
