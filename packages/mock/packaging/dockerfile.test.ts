import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../test/support/freePort.ts'
import { filesOf, readRecipe } from './recipes.ts'

/** The instructions of the Dockerfile. Lines that end in a backslash go on. */
async function readInstructions(): Promise<{ name: string; value: string }[]> {
  const text = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8')
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n')
  return lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, value }]
  })
}

let instructions: Awaited<ReturnType<typeof readInstructions>>
let folder: string
let command: string[]
beforeAll(async () => {
  instructions = await readInstructions()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-docker-'))
  command = [...(JSON.parse(valueOf('ENTRYPOINT')) as string[]), ...(JSON.parse(valueOf('CMD')) as string[])]
})
afterAll(() => rm(folder, { recursive: true }))

const valueOf = (name: string) => instructions.find((instruction) => instruction.name === name)?.value ?? ''

/** Starts a command with the installed package on the path, as in the image. */
function start([program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  const bin = join(inject('installedPackages').folder, 'node_modules/.bin')
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn(program, args, { cwd: folder, env: { PATH: path, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = { stdout: '', stderr: '' }
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const started = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk) => {
      output.stdout += chunk
      if (output.stdout.includes('\n')) resolve(output.stdout)
    }),
  )
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output, started, ended }
}

/** The part of a compose file that the test reads. */
interface Compose {
  readonly services: {
    readonly mock: {
      readonly ports: readonly string[]
      readonly volumes: readonly string[]
      readonly environment: Readonly<Record<string, string>>
    }
    readonly app: { readonly command: string; readonly environment: Readonly<Record<string, string>> }
  }
  readonly volumes: object
}

const statusOf = (url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers }, (reply) => resolve(reply.resume().statusCode))
      .on('error', reject)
      .end()
  })

describe('the Dockerfile', () => {
  it('runs as a user without rights, who owns the folder of the volume', () => {
    const names = instructions.map(({ name }) => name)
    expect(valueOf('FROM')).toBe('node:24-slim')
    expect(valueOf('USER')).toBe('node')
    expect(names.indexOf('USER')).toBeGreaterThan(names.indexOf('RUN'))
    expect(valueOf('RUN')).toContain(`chown node:node ${valueOf('VOLUME')}`)
    expect(valueOf('WORKDIR')).toBe(valueOf('VOLUME'))
  })

  it('serves, is healthy, keeps its state, takes the control token, and ends at once with its export', async () => {
    const port = await freePort()
    const env = {
      LATCHKEY_PORT: String(port),
      LATCHKEY_JSON: 'true',
      LATCHKEY_STATE: join(folder, 'latchkey.db'),
      LATCHKEY_EXPORT_ON_EXIT: join(folder, 'export.json'),
      LATCHKEY_ALLOW_HOST: 'mock.test',
      LATCHKEY_CONTROL_TOKEN: 'a-token-of-many-letters',
    }
    const health = JSON.parse(valueOf('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[]
    expect(await start(health, env).ended).toBe(1)
    const server = start([...command, '--scenario', 'demo'], env)
    const { url } = JSON.parse(await server.started)
    expect(await start(health, env).ended).toBe(0)
    const clock = `${url}/__mock/v1/clock`
    expect([
      await statusOf(clock, { host: 'mock.test' }),
      await statusOf(clock, { host: 'mock.test', authorization: 'Bearer a-token-of-many-letterz' }),
      await statusOf(clock, { host: 'mock.test', authorization: `Bearer ${env.LATCHKEY_CONTROL_TOKEN}` }),
    ]).toEqual([401, 401, 200])
    server.child.kill(valueOf('STOPSIGNAL') as NodeJS.Signals)
    expect([await server.ended, server.output.stderr]).toEqual([0, ''])
    const { tables } = JSON.parse(await readFile(env.LATCHKEY_EXPORT_ON_EXIT, 'utf8'))
    expect(tables.users).toHaveLength(4)
    expect((await stat(env.LATCHKEY_STATE)).size).toBeGreaterThan(0)
  })

  it('serves the app of the compose file of its page, by the name of its container and with its variables', async () => {
    const file = filesOf(await readRecipe('docker')).find(({ path }) => path === 'compose.yaml')
    const { services, volumes } = parse(file?.text ?? '') as Compose
    const { mock, app } = services
    const [, at = '', statePath = ''] = /^(.*?)\/([^/]*)$/.exec(mock.environment.LATCHKEY_STATE ?? '') ?? []
    expect(mock.volumes).toEqual([`${Object.keys(volumes)[0]}:${at}`])
    expect(at).toBe(valueOf('VOLUME'))
    const port = await freePort()
    const env = {
      ...mock.environment,
      LATCHKEY_PORT: String(port),
      LATCHKEY_STATE: join(folder, `compose-${statePath}`),
    }
    const server = start([...command, '--json'], env)
    await Promise.race([server.started, server.ended])
    const target = new URL(app.environment.API_URL ?? '')
    expect(target.host).toBe('mock:4010')
    expect(mock.ports).toEqual(['4010:4010'])
    const here = `http://127.0.0.1:${port}${target.pathname}`
    // Names of containers lead nowhere here.
    expect(await statusOf(here, { host: target.host })).toBe(200)
    expect(await statusOf(here, { host: 'other:4010' })).toBe(403)
    const client = start(['sh', '-c', app.command], { API_URL: here })
    expect([await client.ended, client.output]).toEqual([0, { stdout: '200\n', stderr: '' }])
    server.child.kill(valueOf('STOPSIGNAL') as NodeJS.Signals)
    expect([await server.ended, server.output.stderr]).toEqual([0, ''])
    expect((await stat(env.LATCHKEY_STATE)).size).toBeGreaterThan(0)
  })

  it.each<[what: string, args: readonly string[]]>([
    ['HTTPS', ['--https']],
    ['other names', ['--names', 'names.json']],
    ['another port', []],
  ])('is healthy with %s', async (what, args) => {
    const port = await freePort()
    const isFlag = what === 'another port'
    const env = {
      ...(!isFlag && { LATCHKEY_PORT: String(port) }),
      LATCHKEY_JSON: 'true',
      XDG_DATA_HOME: folder,
      LATCHKEY_CONTROL_TOKEN: 'a-token-of-many-letters',
    }
    await writeFile(join(folder, 'names.json'), JSON.stringify({ paths: { '/api/v0/*': '/identity/*' } }))
    const flags = args.map((arg) => (arg === 'names.json' ? join(folder, arg) : arg))
    const server = start([...command, ...flags, ...(isFlag ? ['--port', String(port)] : [])], env)
    const health = (JSON.parse(valueOf('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[]).map((arg) =>
      arg.replace('/proc/1/', `/proc/${server.child.pid}/`),
    )
    await Promise.race([server.started, server.ended])
    expect([server.output.stderr, await start(health, env).ended]).toEqual([expect.any(String), 0])
    server.child.kill('SIGKILL')
    await server.ended
  })

  it('ends with 2 for a state that it cannot read', async () => {
    const file = join(folder, 'broken.json')
    const { ended, output } = start(command, { LATCHKEY_PORT: '0', LATCHKEY_IMPORT: file })
    expect([await ended, output.stderr]).toEqual([2, expect.stringContaining('there is no such file.')])
  })
})
