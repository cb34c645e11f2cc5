import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { createMock } from '../createMock.ts'

const script = fileURLToPath(new URL('./latchkeyMock.ts', import.meta.url))
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

interface Run {
  readonly child: ChildProcess
  readonly output: { stdout: string; stderr: string }
  /** Resolves with the output when the first line has arrived. */
  readonly started: Promise<string>
  readonly ended: Promise<number | null>
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [
    '--conditions=@latchkey/source',
    '--disable-warning=ExperimentalWarning',
    script,
    ...args,
  ])
  running.push(child)
  const output = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const started = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
      if (output.stdout.includes('\n')) resolve(output.stdout)
    }),
  )
  return { child, output, started, ended }
}

describe('latchkey-mock', () => {
  it('prints only one line of JSON, with all that a test needs', async () => {
    const { child, started, ended, output } = run('--port', '0', '--json')
    const { url, organizationId, projectId, admin, environments, controlUrl } = JSON.parse(await started)
    const headers = { authorization: `Bearer ${environments.sandbox.token}` }
    const users = await fetch(`${url}/api/v0/environments/${environments.sandbox.id}/users`, { headers })
    expect(await users.json()).toMatchObject({ users: [] })
    const organization = await fetch(`${url}/api/v0/organizations/${organizationId}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(organization.status).toBe(200)
    expect(projectId).toMatch(/^[\da-f-]{36}$/)
    expect((await fetch(`${controlUrl}/defaults`)).status).toBe(200)
    expect(environments.live.id).not.toBe(environments.sandbox.id)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(output.stderr).toBe('')
  })

  it('prints its address and a call to try, and ends cleanly on SIGINT', async () => {
    const { child, started, ended } = run('--port', '0')
    const banner = await started
    expect(banner).toMatch(/listening at +http:\/\/127\.0\.0\.1:\d+/)
    expect(banner).toContain('curl -H')
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })

  it('answers as the service at --base-url', async () => {
    const port = await new Promise<number>((resolve) => {
      const taken = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = taken.address() as { port: number }
        taken.close(() => resolve(free))
      })
    })
    const { started } = run('--port', String(port), '--json', '--base-url', 'https://mock.example.com')
    const { url, controlUrl } = JSON.parse(await started)
    expect([url, controlUrl]).toEqual(['https://mock.example.com', 'https://mock.example.com/__mock/v1'])
    const status = await new Promise((resolve) =>
      request({ port, path: '/api/v0/nothing', headers: { host: 'mock.example.com' } }, (reply) =>
        resolve(reply.resume().statusCode),
      ).end(),
    )
    expect(status).toBe(404)
  })

  it('prints a line for each request, unless it is quiet', async () => {
    for (const flags of [[], ['--quiet']]) {
      const { child, started, ended, output } = run('-p', '0', ...flags)
      const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
      expect((await fetch(`${url}/api/v0/nothing`)).status).toBe(404)
      child.kill('SIGTERM')
      await ended
      expect(output.stdout.includes('GET     /api/v0/nothing  404')).toBe(flags.length === 0)
    }
  })

  it('begins with an imported state, and exports its state when it ends', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-'))
    try {
      const mock = createMock()
      await mock.create.user({ email: 'ada@example.com' })
      const [from, to] = [join(folder, 'from.json'), join(folder, 'to.json')]
      await writeFile(from, JSON.stringify(mock.export()))
      const { child, started, ended } = run('--port', '0', '--json', '--import', from, '--export-on-exit', to)
      await started
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(JSON.parse(await readFile(to, 'utf8')).tables).toEqual(mock.export().tables)
      await writeFile(from, '{"version":1,')
      const broken = run('--port', '0', '--import', from)
      expect([await broken.ended, broken.output.stderr]).toEqual([
        2,
        expect.stringMatching(/^latchkey-mock: The state \S+ cannot be read: .*\n$/),
      ])
      await writeFile(from, '{"version":1}')
      const empty = run('--port', '0', '--import', from)
      expect([await empty.ended, empty.output.stderr]).toEqual([
        2,
        'latchkey-mock: Failed to call "import()": the data is not a result of `export()`.\n',
      ])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('prints its version and its flags', async () => {
    const [versioned, helped] = [run('--version'), run('-h')]
    expect(await versioned.started).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(await helped.started).toContain('-p, --port <number>')
    expect([await versioned.ended, await helped.ended]).toEqual([0, 0])
  })

  it('gives the same tokens for the same seed and instant', async () => {
    const args = ['--port', '0', '--json', '--seed', 'x', '--now', '2026-01-15T09:30:00.000Z', '--frozen']
    const [first, second] = await Promise.all([run(...args).started, run(...args).started])
    expect(JSON.parse(first).environments).toEqual(JSON.parse(second).environments)
    const { controlUrl } = JSON.parse(first)
    expect(await (await fetch(`${controlUrl}/clock`)).json()).toEqual({ now: '2026-01-15T09:30:00.000Z' })
  })

  it('accepts requests for the names of --allow-host, and for no others', async () => {
    const { started } = run('--port', '0', '--json', '--allow-host', 'mock.test', '--allow-host', '192.0.2.7')
    const { url, environments } = JSON.parse(await started)
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${url}/api/v0/sdk/${environments.sandbox.id}/healthcheck`, { headers: { host } }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on('error', reject)
          .end()
      })
    expect(await Promise.all(['mock.test', '192.0.2.7:4010', 'other.test'].map(statusFor))).toEqual([200, 200, 403])
  })

  it('enables the sign-in providers of --providers', async () => {
    const providersOf = async (...args: string[]) => {
      const { url, environments } = JSON.parse(await run('--port', '0', '--json', ...args).started)
      const settings = await fetch(`${url}/api/v0/sdk/${environments.sandbox.id}/settings`)
      return (await settings.json()).providers.map(({ provider }: { provider: string }) => provider)
    }
    expect(await providersOf()).toEqual(['emailOnly'])
    expect(await providersOf('--providers', 'google,emailOnly')).toEqual(['google', 'emailOnly'])
    expect(await providersOf('--providers', 'none')).toEqual([])
  })

  it('ends with 1 and one line when the port is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const { ended, output } = run('--port', String(port))
    expect(await ended).toBe(1)
    expect(output).toEqual({
      stdout: '',
      stderr: `latchkey-mock: Cannot listen at 127.0.0.1:${port}: the port is taken.\n`,
    })
    taken.close()
  })

  it.each([
    ['refuse', 400],
    ['ignore', 201],
  ])('--unknown-fields %s answers a field that the interface lacks with %i', async (mode, status) => {
    const { started } = run('--port', '0', '--json', '--unknown-fields', mode)
    const { url, environments } = JSON.parse(await started)
    const response = await fetch(`${url}/api/v0/environments/${environments.sandbox.id}/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${environments.sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', favouriteColour: 'red' }),
    })
    expect(response.status).toBe(status)
  })

  it.each([
    [['--nope'], "Unknown option '--nope'."],
    [['--port', '70000'], '--port takes a number from 0 to 65535, not "70000".'],
    [['--now', 'tomorrow'], '--now takes an ISO 8601 instant, not "tomorrow".'],
    [
      ['--allow-host', 'mock.test', '--allow-host', 'http://mock.test:4010'],
      '--allow-host takes a name or an address without a port, not "http://mock.test:4010".',
    ],
    [['--journal-limit=-1'], '--journal-limit takes a whole number from 0 to 999999999, not "-1".'],
    [['--outbox-limit', 'many'], '--outbox-limit takes a whole number from 0 to 999999999, not "many".'],
    [['--unknown-fields', 'drop'], '--unknown-fields takes refuse or ignore, not "drop".'],
    [['--providers', 'gogle'], '--providers does not know "gogle". Did you mean "google"?'],
    [['--state', 'state.db', '--port', '0'], '--state needs a fixed --port, since the tokens of the state contain it.'],
    [['--state-sync', 'always'], '--state-sync takes normal or full, not "always".'],
    [
      ['--control-token', 'short'],
      '--control-token takes 16 to 256 letters, digits and "-._~+/", so that nobody guesses it.',
    ],
    [['--signing', 'ES265'], '--signing takes RS256, ES256, EdDSA, not "ES265". Did you mean "ES256"?'],
    [['users'], "Unexpected argument 'users'."],
  ])('ends with 2 and one line for %j', async (args, sentence) => {
    const { ended, output } = run(...args)
    expect(await ended).toBe(2)
    expect(output).toEqual({ stdout: '', stderr: `latchkey-mock: ${sentence} See latchkey-mock --help.\n` })
  })
})
