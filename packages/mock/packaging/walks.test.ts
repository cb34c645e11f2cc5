import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../src/node.ts'
import { createFakeProvider } from '../test/support/fakeProvider.ts'
import { freePort } from '../test/support/freePort.ts'
import { createMailServers } from '../test/support/mailServer.ts'
import { startOtlpReceiver } from '../test/support/otlpReceiver.ts'
import {
  commandsOf,
  emptyProject,
  programOf,
  readPages,
  type Served,
  serveCommand,
  timeWalks,
  walkVariables,
} from './commandWalks.ts'
import { runShell, unpackedFolder } from './consumer.ts'
import { readRecipe } from './recipes.ts'
import { isFull } from './tier.ts'

// Walks what the pages say, in empty folders with the packed packages. The commands are read from the pages.

timeWalks()

const real = createFakeProvider()
const startMail = createMailServers()

/** The facts of a mock that runs. */
interface Defaults {
  readonly environments: { readonly sandbox: { readonly id: string; readonly token: string } }
}

async function ask<T>(url: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, body && { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} has answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
const control = <T>({ url }: Pick<Served, 'url'>, route: string, body?: object) =>
  ask<T>(`${url}/__mock/v1/${route}`, body)

/** Sends a code by e-mail. @returns The URL of the operations of sign-in, and the id of what was sent. */
async function sendCode(served: Served, email: string) {
  const { environments } = await control<Defaults>(served, 'defaults')
  const operations = `${served.url}/api/v0/sdk/${environments.sandbox.id}/emailVerifications`
  const { verificationUUID } = await ask<{ verificationUUID: string }>(`${operations}/create`, { email })
  return { operations, verificationUUID }
}

/** A node of JSON-RPC that is the chain of this id, and a local cluster of Solana. */
async function startNode(chainId: number): Promise<string> {
  const node = createServer(async (incoming, outgoing) => {
    const { id, method } = JSON.parse(await text(incoming)) as { id: unknown; method: string }
    const result =
      method === 'getGenesisHash' ? 'LiteSVM111111111111111111111111111111111111' : `0x${chainId.toString(16)}`
    outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void node.close())
  await once(node, 'listening')
  return `http://127.0.0.1:${(node.address() as AddressInfo).port}`
}

/** A command of a page, with what stands in for the addresses of its page. */
interface Command {
  readonly line: string
  readonly cwd: string
}

/** Walks a command that serves: it has to answer, and to end by Ctrl+C. */
async function serve(
  { line, cwd, variables }: Command & { readonly variables?: Readonly<Record<string, string>> },
  check: (served: Served) => Promise<void>,
): Promise<void> {
  const served = await serveCommand(line.replace('--port 4010', '--port 0'), { cwd, ...(variables && { variables }) })
  await check(served)
  // 130 is npx's own, which Ctrl+C ends as well.
  expect([0, 130], served.output()).toContain(await served.end())
}

async function isHealthy({ url }: Served): Promise<void> {
  expect((await fetch(`${url}/__mock/health`)).status).toBe(200)
}

/** Walks a command beside a real chain, which the mock lists under a name. */
async function serveChain({ line, cwd }: Command, name: string): Promise<void> {
  const node = await startNode(Number(name.split(' ')[1]) || 1)
  await serve({ line: line.replace(/http:\S+/, node), cwd }, async (served) => {
    const { nodes } = await control<{ nodes: readonly object[] }>(served, 'chain/nodes')
    expect(nodes).toEqual([{ name, origin: node }])
  })
}

const toExample = 'https://api.example.com'

/** A deployment, in place of the one of the pages. */
async function startDeployment() {
  const deployment = await startServer({ providers: ['google', 'emailOnly'] })
  onTestFinished(() => deployment.close())
  return deployment
}

/** Walks a command that passes requests on to a deployment, which an app asks for its settings. */
async function passOn({ line, cwd }: Command, exitCodes: readonly number[]): Promise<Served> {
  const { url, mock } = await startDeployment()
  const lineHere = line.replace(toExample, url).replace('"$STAGING_URL"', url)
  const served = await serveCommand(`${lineHere} --port 0`, { cwd })
  const { id } = mock.defaults.environments.sandbox
  expect(await (await fetch(`${served.url}/api/v0/sdk/${id}/settings`)).json()).toHaveProperty('providers')
  expect(exitCodes, served.output()).toContain(await served.end())
  return served
}

const walks: Readonly<Record<string, (command: Command) => Promise<unknown>>> = {
  'npx @latchkey/mock --port 4010': (command) => serve(command, isHealthy),
  'npx @latchkey/mock --state latchkey.db': async (command) => {
    // Tokens have the port, so a state stays at one.
    const again = { ...command, variables: { LATCHKEY_PORT: `${await freePort()}` } }
    await serve(again, async (served) => void (await control(served, 'create/user', { email: 'ada@example.com' })))
    await serve(again, async (served) => {
      expect(await control(served, 'people')).toMatchObject({ users: [{ email: 'ada@example.com' }] })
    })
  },
  'npx @latchkey/mock --code 424242': (command) =>
    serve(command, async (served) => {
      const { operations, verificationUUID } = await sendCode(served, 'ada@example.com')
      const body = { verificationUUID, verificationToken: '424242' }
      expect(await ask(`${operations}/signin`, body)).toMatchObject({ user: { email: 'ada@example.com' } })
    }),
  'npx @latchkey/mock --wallets evm,solana': (command) =>
    serve(command, async (served) => {
      const { wallets } = await control<{ wallets: readonly { chain: string }[] }>(served, 'wallets/browser')
      expect(wallets.map(({ chain }) => chain)).toEqual(['EVM', 'SOL'])
      expect(await (await fetch(`${served.url}/__mock/wallets.js`)).text()).toContain('solana:signIn')
    }),
  'npx @latchkey/mock --names names.json': async (command) => {
    const [, names = ''] = /^```json\n(.*?)^```/ms.exec(await readRecipe('names')) ?? []
    await writeFile(join(command.cwd, 'names.json'), names)
    await serve(command, async (served) => {
      const { environments } = await control<Defaults>(served, 'defaults')
      const { id, token } = environments.sandbox
      expect(token).toMatch(/^dev_/)
      const headers = { authorization: `Bearer ${token}` }
      expect((await fetch(`${served.url}/v1/env/${id}/rules`, { headers })).status).toBe(200)
    })
  },
  'npx @latchkey/mock --https --host localhost --allow-host login.example.test': (command) =>
    serve(command, async ({ url, output }) => {
      expect(url).toMatch(/^https:\/\/localhost:/)
      const [, authority = ''] = /^ +authority +(\S+)/m.exec(output()) ?? []
      const ca = await readFile(authority, 'utf8')
      const status = await new Promise((resolve, reject) =>
        request(`${url}/__mock/health`, { ca }, (reply) => resolve(reply.resume().statusCode))
          .on('error', reject)
          .end(),
      )
      expect(status).toBe(200)
    }),
  'npx @latchkey/mock --signing-key signing.pem --issuer https://login.example.com': async (command) => {
    const [openssl = ''] = /^openssl .*$/m.exec(await readRecipe('command-line')) ?? []
    await runShell(openssl, { cwd: command.cwd })
    const keyIds = new Set<unknown>()
    for (const _ of ['first run', 'second run'])
      await serve(command, async (served) => {
        const { token } = await control<{ token: string }>(served, 'signIn', { userId: 'ada@example.com' })
        expect([decodeProtectedHeader(token).alg, decodeJwt(token).iss]).toEqual(['EdDSA', 'https://login.example.com'])
        keyIds.add(decodeProtectedHeader(token).kid)
      })
    expect(keyIds.size).toBe(1)
  },
  'npx @latchkey/mock --otlp http://127.0.0.1:4318': async ({ line, cwd }) => {
    const collector = await startOtlpReceiver()
    onTestFinished(() => collector.close())
    await serve({ line: line.replace(/http:\S+/, collector.url), cwd }, (served) =>
      sendCode(served, 'ada@example.com').then(() => {}),
    )
    expect(collector.spans.map(({ name }) => name)).toEqual(['emailSignIn.create'])
  },
  'npx @latchkey/mock --smtp smtp://127.0.0.1:1025': async ({ line, cwd }) => {
    const mail = await startMail()
    await serve({ line: line.replace(/smtp:\S+/, mail.url), cwd }, async (served) => {
      await sendCode(served, 'ada@example.com')
      await expect.poll(() => mail.addressees).toEqual([['ada@example.com']])
    })
  },
  'npx @latchkey/mock --port 4010 --idp google=http://127.0.0.1:8080/realms/staff': ({ line, cwd }) =>
    serve({ line: line.replace(/http:\S+/, real.issuer), cwd }, async (served) => {
      const attached = await control(served, 'idp/attached?provider=google')
      expect(attached).toEqual({ attached: { name: 'provider google', origin: real.issuer } })
    }),
  'npx @latchkey/mock --chain 31337=http://127.0.0.1:8545': (command) => serveChain(command, 'chain 31337'),
  'npx @latchkey/mock --chain 1=http://127.0.0.1:8545': (command) => serveChain(command, 'chain 1'),
  'npx @latchkey/mock --chain devnet=http://127.0.0.1:8899': (command) => serveChain(command, 'solana devnet'),
  'npx @latchkey/mock run --scenario demo --env API_URL=url -- npm test': async ({ line, cwd }) => {
    const test = `node -e "fetch(process.env.API_URL + '/__mock/v1/people').then((r) => r.json()).then(({ count }) => console.log(count > 1, process.env.LATCHKEY_URL === process.env.API_URL))"`
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts: { test } }))
    expect(await runShell(line, { cwd, variables: walkVariables(cwd) })).toContain('true true')
    await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts: { test: 'exit 3' } }))
    await expect(runShell(line, { cwd, variables: walkVariables(cwd) })).rejects.toThrow('exit 3')
  },
  'npx @latchkey/mock run --env API_URL=url --env ENVIRONMENT_ID=environmentId --env API_TOKEN=token -- node readme.ts':
    async ({ line, cwd }) => {
      await writeFile(join(cwd, 'readme.ts'), await programOf(join(unpackedFolder('client'), 'README.md')))
      const output = await runShell(line, { cwd, variables: walkVariables(cwd) })
      expect(output).toContain('Holders: 1 with this e-mail')
      expect(output).toContain('signedIn test-account@latchkey.test')
    },
  'npx @latchkey/mock run --port 4010 -- next dev': async ({ line, cwd }) => {
    // npx finds the program of the app, so that no npx of its own stands between it and a signal.
    const program = `#!/usr/bin/env node\nconsole.log(process.argv.slice(2), process.env.LATCHKEY_URL)`
    await writeFile(join(cwd, 'node_modules/.bin/next'), program, { mode: 0o755 })
    const output = await runShell(line.replace('4010', '0'), { cwd, variables: walkVariables(cwd) })
    expect(output).toMatch(/\[ 'dev' \] http:\/\/127/)
  },
  'npx @latchkey/mock init --agent': async ({ line, cwd }) => {
    await runShell(line, { cwd, variables: walkVariables(cwd) })
    const page = await readFile(join(cwd, 'AGENTS.md'), 'utf8')
    const named = Array.from(page.matchAll(/`(node_modules\/[^`]+\.md)`/g), ([, path = '']) => path)
    expect(named).toContain('node_modules/@latchkey/mock/AGENTS.md')
    for (const path of named) expect(await readFile(join(cwd, path), 'utf8')).toContain('for coding agents')
    await runShell(line, { cwd, variables: walkVariables(cwd) })
    expect(await readFile(join(cwd, 'AGENTS.md'), 'utf8')).toBe(page)
  },
  'npx @latchkey/mock compare --target https://api.example.com --report report.json': async (command) => {
    const { output } = await passOn(command, [0, 130])
    expect(output()).toContain('Compared 1 exchange')
    expect(JSON.parse(await readFile(join(command.cwd, 'report.json'), 'utf8'))).toMatchObject({
      requests: 1,
      differences: 0,
    })
  },
  "npx @latchkey/mock compare --target https://api.example.com --ignore 'gates.list:color' --ignore 'GET /api/v0/gateways/*'":
    async (command) => {
      const { output } = await passOn(command, [0, 130])
      expect(output()).toContain('Compared 1 exchange of 1 request: 0 differences.')
    },
  // A job sees its exit code.
  'node_modules/.bin/latchkey-mock compare --target "$STAGING_URL" --report report.json': (command) =>
    passOn(command, [0]),
  'npx @latchkey/mock record --target https://api.example.com --scenario shop.json': async (command) => {
    await passOn(command, [0, 130])
    expect(
      JSON.parse(await readFile(join(command.cwd, 'shop.json'), 'utf8')).providers.map(
        ({ provider }: { provider: string }) => provider,
      ),
    ).toContain('google')
  },
  "npx @latchkey/mock record --target https://api.example.com --scenario shop.json --keep origins --keep 'gates[].scope'":
    async (command) => {
      await passOn(command, [0, 130])
      expect(JSON.parse(await readFile(join(command.cwd, 'shop.json'), 'utf8'))).toHaveProperty('providers')
    },
  'npx @latchkey/mock pull --target https://api.example.com --environment "$ENVIRONMENT_ID" --scenario shop.json':
    async ({ line, cwd }) => {
      const { url, mock } = await startDeployment()
      const { token } = await mock.create.admin({ role: 'viewer' })
      const facts = { LATCHKEY_TOKEN: token, ENVIRONMENT_ID: mock.defaults.environments.sandbox.id }
      await runShell(line.replace(toExample, url), { cwd, variables: { ...walkVariables(cwd), ...facts } })
      expect(
        JSON.parse(await readFile(join(cwd, 'shop.json'), 'utf8')).providers.map(
          ({ provider }: { provider: string }) => provider,
        ),
      ).toContain('google')
    },
  'npx @latchkey/mock --scenario shop.json': async (command) => {
    await writeFile(join(command.cwd, 'shop.json'), '{ "people": [{ "email": "ada@example.com" }] }')
    await serve(command, async (served) => {
      expect(await control(served, 'people')).toMatchObject({ users: [{ email: 'ada@example.com' }] })
    })
  },
  'npx @latchkey/mock trigger user.created --data \'{"email":"grace@example.com"}\'': async ({ line, cwd }) => {
    const { url, mock } = await startDeployment()
    const received: unknown[] = []
    mock.webhooks.receive('https://app.example.com/hooks', async (delivery) => {
      received.push(((await delivery.json()) as { data: { email: string } }).data.email)
      return new Response(null, { status: 204 })
    })
    await mock.create.webhook({ url: 'https://app.example.com/hooks', events: ['user.created'] })
    await runShell(`${line} --url ${url}`, { cwd, variables: walkVariables(cwd) })
    expect(received).toContain('grace@example.com')
  },
  'npx @latchkey/mock trigger user.deleted --record 01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06': async ({ line, cwd }) => {
    const { url } = await startDeployment()
    const run = runShell(`${line} --url ${url}`, { cwd, variables: walkVariables(cwd) })
    await expect(run).rejects.toThrow('01938c5e-7a1b-7c3d-8e9f-0a1b2c3d4e06')
  },
}

/** Commands whose walk is that of the whole page, in another file. */
const walkedByPages: ReadonlySet<string> = new Set([
  'npx @latchkey/mock run -- pytest',
  'npx @latchkey/mock run -- go test ./...',
  'npx @latchkey/mock run -- vendor/bin/phpunit',
  'npx @latchkey/mock run --env AUTH_API_URL=url -- vendor/bin/phpunit',
  'npx @latchkey/mock run -- sh steps.sh',
  'npx @latchkey/mock run -- python3 backend.py',
  'npx @latchkey/mock run -- go run ./backend',
  'npx @latchkey/mock run -- php backend.php',
  'npx @latchkey/mock run -- java Backend.java',
  'npx @latchkey/mock sweep --jobs 4 --report reports -- pytest',
  './latchkey-mock run -- pytest',
])

/** The commands that npx starts. It takes longer than the mock, so only `pnpm test:full` starts the others by it. */
const byNpx = new Set(['npx @latchkey/mock --port 4010', 'npx @latchkey/mock run --port 4010 -- next dev'])
const withoutNpx = (line: string) => line.replace(/^npx @latchkey\/mock/, 'node_modules/.bin/latchkey-mock')

describe('the commands of the pages', () => {
  it('are all walked, and each walk is of a command that a page shows', async () => {
    const commands = new Set((await readPages()).flatMap(commandsOf))
    expect([...commands].sort()).toEqual([...Object.keys(walks), ...walkedByPages].sort())
  })

  it.each(Object.entries(walks))('%s', async (line, walk) => {
    await walk({ line: isFull || byNpx.has(line) ? line : withoutNpx(line), cwd: await emptyProject(line) })
  })
})
