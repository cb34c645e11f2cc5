import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from '../installPackages.ts'
import { processTimes } from '../processTimes.ts'
import { atMost, ratio, type Row } from '../row.ts'
import { serverHundred } from '../serverHundred.ts'
import { callsBy, hundredCalls } from '../testFileCalls.ts'

const bench = fileURLToPath(new URL('../..', import.meta.url))
const processes = 15

const begin = `
  const { createMock } = await import('@latchkey/mock')
  const mock = createMock()
  ${callsBy('mock.fetch')}`

/** The first call of a test file, by its kind. */
const firstCallOf = {
  'a list': 'await read(await get(users, headers))',
  'a create': "await read(await post(users, { email: 'ada@example.com' }, headers))",
  'a profile': `
    const session = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
    await read(await get(sdk + '/users', session.headers))`,
  'a sign-in by code': `
    const { verificationUUID } = await read(await post(sdk + '/emailVerifications/create', { email: 'ada@example.com' }))
    const verificationToken = mock.outbox.email.last().code
    await read(await post(sdk + '/emailVerifications/signin', { verificationUUID, verificationToken }))`,
  'a sign-in by wallet': `
    const wallet = await mock.wallets.evm()
    const { nonce } = await read(await get(sdk + '/nonce'))
    await read(await post(sdk + '/verify', await wallet.request({ nonce, origin: 'https://app.example.com' })))`,
}

/** A create also writes an event, a profile needs a session, and the sign-ins sign, by a wallet in JavaScript. */
const limits: Readonly<Record<keyof typeof firstCallOf, number>> = {
  'a list': 1.1,
  'a create': 1.15,
  'a profile': 1.3,
  'a sign-in by code': 1.2,
  'a sign-in by wallet': 1.7,
}

const handler = `
  const { setupServer } = await import('msw/node')
  const { http, HttpResponse } = await import('msw')
  setupServer(http.get('https://api.example.com/users', () => HttpResponse.json({ users: [] }))).listen()
  await (await fetch('https://api.example.com/users')).json()`

/** Measures the first calls of a fresh process, import and `createMock()` included. */
export async function firstCalls(): Promise<Row[]> {
  const project = mkdtempSync(join(tmpdir(), 'latchkey-first-'))
  const cache = { NODE_COMPILE_CACHE: join(project, 'cache') }
  const name = 'import of msw/node and the first call of its handler'
  try {
    installPackages(project, ['@latchkey/mock'])
    const scripts = Object.entries(firstCallOf).map(
      ([kind, call]) => [kind, { cwd: project, script: begin + call }] as const,
    )
    const list = begin + firstCallOf['a list']
    const times: Readonly<Record<string, number>> = processTimes(processes, {
      ...Object.fromEntries(scripts),
      msw: { cwd: bench, script: handler },
      cached: { cwd: project, script: list, env: cache },
      hundred: { cwd: project, script: `${list};${hundredCalls}` },
    })
    const { msw = 0, hundred = 0 } = times
    const server = await serverHundred(join(project, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js'))
    return [
      ...Object.entries(limits).map(([kind, limit]) =>
        ratio({
          what: `import + createMock() + ${kind} by fetch`,
          ours: times[kind] ?? Number.NaN,
          peer: msw,
          name,
          limit,
        }),
      ),
      ratio({
        what: 'the same with NODE_COMPILE_CACHE, a list',
        ours: times['cached'] ?? Number.NaN,
        peer: msw,
        name: `${name}, without it`,
        limit: 0.6,
      }),
      atMost('100 further calls of a fresh process, with 25 sessions', hundred - (times['a list'] ?? 0), 60),
      ratio({
        what: '100 further calls of a fresh server, with 25 sessions',
        ours: server.first,
        peer: server.warm,
        name: 'after 3 000 of them',
        limit: 3,
      }),
    ]
  } finally {
    rmSync(project, { recursive: true })
  }
}
