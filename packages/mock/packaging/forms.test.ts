import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createControlCaller } from '@latchkey/contract/controlCaller'
import { runtimes } from '@latchkey/runners'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority, issueCertificate } from '../src/effects/certificates.ts'
import { bundleWorker } from '../test/hosts/bundledWorker.ts'
import { freePort } from '../test/support/freePort.ts'
import { createMailServers } from '../test/support/mailServer.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../test/support/otlpReceiver.ts'
import { buildExecutable } from './buildExecutable.ts'
import { bundleInspector } from './bundleInspector.ts'
import { installedPackages, runNode, unpackedFolder } from './consumer.ts'
import { features, featuresOfProcesses, openSocket, type RunningForm } from './features.ts'

// No feature is tested in one form of the package only. What loads code late can fail in each form for itself: in
// CommonJS and in the executable, a library that asks for `import.meta.url` got none.

let folder: string
let executable: string
let otlp: OtlpReceiver
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-forms-'))
  executable = await buildExecutable(folder)
  otlp = await startOtlpReceiver()
})
afterAll(async () => {
  await otlp.close()
  await rm(folder, { recursive: true })
})

const { folder: cwd } = installedPackages()
const script = join(unpackedFolder('mock'), 'dist/bin/latchkeyMock.js')

/** A program with its first arguments. */
interface Form {
  readonly name: string
  program(): string
  readonly args: readonly string[]
}

const commands: readonly Form[] = [
  { name: 'ES modules', program: () => process.execPath, args: [script] },
  { name: 'the executable', program: () => executable, args: [] },
  { name: 'Bun', program: () => runtimes.bun, args: [script] },
  { name: 'Deno', program: () => runtimes.deno, args: ['run', '-A', script] },
]
/** As Jest loads it, which does not `require` ES modules. Its program reads the environment in place of flags. */
const commonJs: Form = {
  name: 'CommonJS',
  program: () => process.execPath,
  args: ['--require', './story/refuseOwnModules.cjs', 'story/serve.cjs'],
}

describe.each([...commands, commonJs])('$name', ({ name, program, args }) => {
  const state = () => join(folder, `${name}.db`)
  const mailServer = createMailServers()

  async function start(): Promise<{ child: ChildProcess; form: RunningForm; errors: string[] }> {
    // The tokens of a state have the port of their server.
    port ??= String(await freePort())
    const flags =
      name === commonJs.name ? [] : ['--port', port, '--json', '--evm', '--state', state(), '--otlp', otlp.url]
    const env = { ...process.env, NODE_OPTIONS: '', STATE: state(), OTLP: otlp.url, PORT: port }
    const child = spawn(program(), [...args, ...flags], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const errors: string[] = []
    child.stderr.on('data', (chunk) => errors.push(String(chunk)))
    let text = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      text += String(chunk)
      if (text.includes('\n')) break
    }
    child.stdout.resume()
    if (text === '') throw new Error(`It has ended: ${errors.join('')}`)
    const { url } = JSON.parse(text) as { url: string }
    return { child, form: { url, control: createControlCaller({ url }) }, errors }
  }

  let port: string | undefined
  let running: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => void running.child.kill('SIGKILL'))

  it.each(Object.entries({ ...features, ...featuresOfProcesses }))('has %s', (_, use) => use(running.form))

  it('sends mail by the nodemailer of the app', async () => {
    const { url, mails } = await mailServer()
    const { control } = running.form
    await control.call('POST outbox/attach', { channel: 'email', url })
    const { id } = (await control.call('GET defaults')).environments.sandbox
    const create = `${running.form.url}/api/v0/sdk/${id}/emailVerifications/create`
    const headers = { 'content-type': 'application/json' }
    await fetch(create, { method: 'POST', headers, body: '{"email":"mailed@example.com"}' })
    await expect.poll(() => mails.length).toBe(1)
    await control.call('POST outbox/detach', { channel: 'email' })
  })

  it('ends with 0 while WebSockets are open, and has its state and its traces afterwards', async () => {
    const { child, form, errors } = running
    await form.control.call('POST create/user', { email: 'kept@example.com' })
    const sockets = await Promise.all(
      ['evm/1', 'solana/devnet'].map((chain) => openSocket(`${form.url}/__mock/chains/${chain}`)),
    )
    const closed = Promise.all(sockets.map((socket) => once(socket, 'close')))
    child.kill('SIGTERM')
    const [[code]] = await Promise.all([once(child, 'exit'), closed])
    expect([code, errors.join('').replace(/^.*ExperimentalWarning.*\n.*\n/m, '')]).toEqual([0, ''])
    expect(otlp.spans.map(({ name }) => name)).toContain('walletSignIn.verify')
    otlp.spans.length = 0
    running = await start()
    expect(JSON.stringify(await running.form.control.call('GET people'))).toContain('kept@example.com')
  })
})

describe.each(commands)('$name, with a command beside it', ({ program, args }) => {
  const opening = `const socket = new WebSocket(process.env.LATCHKEY_URL.replace('http', 'ws') + '/__mock/chains/evm/1')
    socket.onopen = () => process.exit(0)
    socket.onerror = () => process.exit(3)`

  it.each([
    ['a WebSocket', []],
    ['a WebSocket over TLS', ['--https']],
  ])('stays green where the command opens %s', async (_, flags) => {
    const beside = [...args, 'run', ...flags, '--', process.execPath, '-e', opening]
    const env = { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: '', XDG_DATA_HOME: folder }
    // A failure rejects with the exit code and all output.
    await promisify(execFile)(program(), beside, { cwd, env })
  })
})

it('CommonJS serves HTTPS with a certificate of the app', async () => {
  const authority = await createAuthority('forms')
  const { cert, key } = await issueCertificate(authority, ['127.0.0.1'])
  const env = { ...process.env, NODE_OPTIONS: '', PORT: '0', CERT: cert, KEY: key }
  const child = spawn(process.execPath, [...commonJs.args], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { url } = JSON.parse(String(line)) as { url: string }
  const asked = request(`${url}/__mock/health`, { ca: authority.certificate }).end()
  const [reply] = await once(asked, 'response')
  child.kill('SIGTERM')
  expect(reply.statusCode).toBe(200)
})

describe('workerd', () => {
  const controlToken = 'the-control-token-of-the-forms'
  let worker: Miniflare
  let form: RunningForm
  beforeAll(async () => {
    const { modules, modulesRoot } = await bundleWorker('./bytecodeWorker.ts', (await bundleInspector()).code)
    worker = new Miniflare({
      modules: [...modules],
      modulesRoot,
      compatibilityDate: '2026-01-01',
      durableObjects: { WORLDS: { className: 'TestWorld', useSQLite: true } },
      bindings: { LATCHKEY_CONTROL_TOKEN: controlToken },
    })
    const url = (await worker.ready).origin
    form = { url, token: controlToken, control: createControlCaller({ url, token: controlToken }) }
  })
  afterAll(() => worker.dispose())

  it.each(Object.entries(features))('has %s, in a Worker', (_, use) => use(form))
})

describe('every module of the package', () => {
  const dist = `${unpackedFolder('mock')}/dist/`
  /** Those of test runners can only be loaded by them. */
  const ofRunners = /\bfrom\s*["'](?:vitest|@jest|jest-|@?playwright|@storybook|storybook)/

  /** Whether a module loads another one with itself. */
  const isLoadedBy = (text: string, file: string) =>
    ['from', 'import'].some((word) => text.includes(`${word}"./${file}"`))

  it.each([
    ['an ES module', 'await import(dist + name)'],
    ['CommonJS', "createRequire(dist)('./commonJs.cjs').load('./' + name, { code: 'ERR_REQUIRE_ESM' })"],
  ])('can be loaded by itself as %s', async (_, load) => {
    const names = (await readdir(dist)).filter((name) => name.endsWith('.js') && name !== 'inspector.js')
    const texts = await Promise.all(names.map((name) => readFile(dist + name, 'utf8')))
    const inRunners = new Set(names.filter((_, i) => ofRunners.test(texts[i] as string)))
    // Modules that load one of those are no others.
    for (let before = -1; before < inRunners.size;) {
      before = inRunners.size
      for (const [i, name] of names.entries())
        if ([...inRunners].some((each) => isLoadedBy(texts[i] as string, each))) inRunners.add(name)
    }
    const others = names.filter((name) => !inRunners.has(name))
    expect(others.length).toBeGreaterThan(20)
    const script = `import { createRequire } from 'node:module'
      const [, dist, ...names] = process.argv
      for (const name of names) ${load}`
    await runNode(['--input-type=module', '-e', script, '--', dist, ...others])
  })
})
