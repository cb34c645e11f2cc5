import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { buildExecutable, bundleCommand, describeParts } from './buildExecutable.ts'
import { packageFolder } from './consumer.ts'
import { isFull } from './tier.ts'

// The executable runs without Node: nothing is on its PATH, and no package lies beside it. Only `pnpm test:full` puts the
// bundle into Node's program, which takes most of the time. Otherwise Node runs the bundle as it lies there.

let folder: string
let executable: string
let program: readonly [file: string, ...args: string[]]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-executable-test-'))
  executable = isFull ? await buildExecutable(join(folder, 'bin')) : join(folder, 'command.cjs')
  program = isFull ? [executable] : [process.execPath, executable]
  if (!isFull) await describeParts(executable, await bundleCommand(executable))
})
afterAll(() => rm(folder, { recursive: true }))

const environment = () => ({ PATH: '', XDG_DATA_HOME: join(folder, 'data'), NO_COLOR: '1' })

/** Runs the executable to its end. */
function run(...args: string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const [file, ...first] = program
    execFile(file, [...first, ...args], { cwd: folder, env: environment() }, (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

async function serve(args: readonly string[], cwd = folder) {
  const [file, ...first] = program
  const child = spawn(file, [...first, '--json', ...args], { cwd, env: environment() })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [text, errors] = ['', '']
  child.stderr.on('data', (chunk) => (errors += chunk))
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`The executable has ended: ${errors}`)))
  ended.catch(() => {})
  while (!text.includes('\n')) text += String((await Promise.race([once(child.stdout, 'data'), ended]))[0])
  return { child, facts: JSON.parse(text) }
}

/** The text of a reply from a server whose authority is trusted. A call with a body is a POST. */
async function askSecurely(url: string, { ca, body }: { ca: string; body?: object }): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const call = request(url, { ca, headers, method: body ? 'POST' : 'GET' })
  call.end(body && JSON.stringify(body))
  const [reply] = await once(call, 'response')
  let text = ''
  for await (const chunk of reply) text += chunk
  return text
}

describe('the executable', () => {
  it('has the version of the package, and its commands', async () => {
    expect(await run('--version')).toEqual({ exitCode: 0, output: `${manifest.version}\n` })
    expect((await run('run', '--help')).output).toContain('LATCHKEY_URL')
    expect((await run('--prot', '1')).exitCode).toBe(2)
  })

  it('serves the service, the inspector, coding agents and the chains', async () => {
    const { child, facts } = await serve(['--port', '0', '--scenario', 'demo'])
    const { url, environments, rpcUrls } = facts
    const users = `${url}/api/v0/environments/${environments.sandbox.id}/users`
    const headers = { authorization: `Bearer ${environments.sandbox.token}` }
    expect((await (await fetch(users, { headers })).json()).count).toBeGreaterThan(1)
    const page = await (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text()
    const [, path = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
    expect(await (await fetch(new URL(path, `${url}/__mock/`))).text()).toContain('Requests')
    const post = async (to: string, body: object) =>
      (
        await fetch(to, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
        })
      ).text()
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    expect(await post(`${url}/__mock/mcp`, { method: 'initialize', params })).toContain('serverInfo')
    expect(await post(rpcUrls.solana, { method: 'getHealth' })).toContain('"ok"')
    child.kill('SIGTERM')
    expect((await once(child, 'close'))[0]).toBe(0)
  })

  it('keeps a state, over HTTPS', async () => {
    const flags = ['--port', '47811', '--state', join(folder, 'state.db'), '--https']
    for (const email of ['ada@example.com', 'grace@example.com']) {
      const { child, facts } = await serve(flags)
      const ca = await readFile(facts.authorityFile, 'utf8')
      await askSecurely(`${facts.controlUrl}/create/user`, { ca, body: { email } })
      expect(await askSecurely(`${facts.controlUrl}/people`, { ca })).toContain('ada@example.com')
      child.kill('SIGTERM')
      await once(child, 'close')
    }
  })

  it('loads scenarios that are code, with the packages of the folder that it runs in', async () => {
    await mkdir(join(folder, 'node_modules/fixtures'), { recursive: true })
    await writeFile(join(folder, 'node_modules/fixtures/index.js'), "exports.email = 'ada@example.com'")
    await writeFile(
      join(folder, 'people.mjs'),
      `const { email } = await import('fixtures')
      export default async (mock) => void (await mock.create.user({ email }))`,
    )
    await writeFile(
      join(folder, 'people.ts'),
      'export default async (mock: any): Promise<void> => void (await mock.create.user())',
    )
    await writeFile(join(folder, 'broken.mjs'), 'export default (')
    const { exitCode, output } = await run('check', 'people.mjs', 'people.ts', 'broken.mjs')
    expect(exitCode).toBe(1)
    expect(output).toContain('people.mjs can be loaded. users: 1')
    expect(output).toContain('people.ts can be loaded. users: 1')
    expect(output).toContain('broken.mjs cannot be read')
  })

  it('sends mail by the nodemailer of the folder that it runs in', async () => {
    const cwd = join(folder, 'mail')
    await mkdir(join(cwd, 'node_modules'), { recursive: true })
    await symlink(packageFolder('nodemailer'), join(cwd, 'node_modules/nodemailer'))
    const { facts } = await serve(['--port', '0', '--smtp', 'smtp://127.0.0.1:1025'], cwd)
    expect((await fetch(`${facts.url}/__mock/health`)).status).toBe(200)
  })

  it('says that it lacks nodemailer, which no executable has', async () => {
    const { exitCode, output } = await run('--port', '0', '--smtp', 'smtp://127.0.0.1:1025')
    expect([exitCode, output]).toEqual([2, expect.stringContaining('npm install --save-dev nodemailer')])
  })

  it('runs a command beside a mock', async () => {
    const { exitCode, output } = await run('run', '--', '/bin/sh', '-c', 'echo "at $LATCHKEY_URL"; exit 3')
    expect([exitCode, output]).toEqual([3, expect.stringMatching(/^at http:\/\/127\.0\.0\.1:\d+$/m)])
  })

  it('lists all that is in it, with licences', async () => {
    const bill = JSON.parse(await readFile(`${executable}.cdx.json`, 'utf8'))
    const names = bill.components.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['jose', 'node']))
    expect(await readFile(`${executable}.licenses.md`, 'utf8')).toContain('jose')
  })
})
