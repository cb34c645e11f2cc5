import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callCommandLine, createCommandLine } from '../../test/support/commandLine.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import { runCompare } from './compare.ts'

const { run } = createCommandLine()

let target: MockServer
beforeEach(async () => {
  target = await startServer({ seed: 'deployment', strict: false })
})
afterEach(() => target.close())

/** Runs the command before the target, sends a request, and ends it. */
async function compare(flags: readonly string[], path = gatesPath()) {
  const { child, started, ended, output } = run('compare', '--target', target.url, '--port', '0', ...flags)
  const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
  const { token } = target.mock.defaults.environments.sandbox
  const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const body = await reply.text()
  child.kill('SIGTERM')
  return { exitCode: await ended, status: reply.status, body, ...output }
}

const gatesPath = () => `/api/v0/environments/${target.mock.defaults.environments.sandbox.id}/gates`

async function plantColor() {
  await target.mock.create.gate({ name: 'Members of the harbour' })
  target.mock.override('gates.list', async (_, next) => {
    const reply = await next()
    const gates = (reply.body as { gates: object[] }).gates.map((gate) => ({ ...gate, color: 'crimson' }))
    return { ...reply, body: { gates } } as never
  })
}

describe('latchkey-mock compare', () => {
  it('passes requests on, and ends with 0 when it has found nothing', async () => {
    await target.mock.create.gate({ name: 'Members of the harbour' })
    const { exitCode, status, body, stdout, stderr } = await compare([])
    expect([exitCode, status, stderr]).toEqual([0, 200, ''])
    expect(body).toContain('Members of the harbour')
    expect(stdout).toContain('Compared 1 exchange of 1 request: 0 differences.')
  })

  it('ends with 1 and lists what it has found, without values, in the terminal and in a file', async () => {
    await plantColor()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-compare-'))
    try {
      const file = join(folder, 'report.json')
      const { exitCode, stdout, body } = await compare(['--report', file])
      expect(exitCode).toBe(1)
      expect(body).toContain('crimson')
      expect(stdout).toContain(
        'unknownField  reply body.gates[].<field 1>: expected absent, found <string> (1 ×, status 200)',
      )
      const written = await readFile(file, 'utf8')
      expect(JSON.parse(written)).toEqual({
        version: 1,
        requests: 1,
        compared: 1,
        differences: 1,
        unanswered: {},
        operations: {
          'gates.list': {
            requests: 1,
            statuses: { 200: 1 },
            differences: [
              {
                kind: 'unknownField',
                side: 'reply',
                field: 'body.gates[].<field 1>',
                expected: 'absent',
                found: '<string>',
                count: 1,
                example: {
                  request: 'GET /api/v0/environments/{environmentId}/gates',
                  status: 200,
                  shape: {
                    id: '<id 1>',
                    name: '<string>',
                    enabledAt: '<date-time>',
                    rules: [expect.objectContaining({ type: 'nft' })],
                    outcome: 'scope',
                    '<field 1>': '<string>',
                  },
                },
              },
            ],
            omitted: 0,
            notes: [],
            fields: [],
          },
        },
      })
      expect(written + stdout).not.toMatch(/crimson|harbour|color/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it.each(['gates.list', 'color', 'gates.list:color', 'body.gates[].color'])(
    'leaves out what --ignore %s names',
    async (name) => {
      await plantColor()
      expect((await compare(['--ignore', name])).exitCode).toBe(0)
    },
  )

  it('prints with --show-names which names the placeholders stand for, and writes none to the file', async () => {
    await plantColor()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-compare-'))
    try {
      const file = join(folder, 'report.json')
      const { stdout } = await compare(['--show-names', '--report', file])
      expect(stdout).toContain('  <field 1>  "color"\n')
      expect(await readFile(file, 'utf8')).not.toContain('color')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('does not leave out what --ignore does not name', async () => {
    await plantColor()
    const { exitCode } = await compare(['--ignore', 'gates.get', '--ignore', 'colors', '--ignore', 'gates.list:name'])
    expect(exitCode).toBe(1)
  })

  it('ends with 3 when nothing was compared, so that a pipeline cannot pass by mistake', async () => {
    const { exitCode, status, stdout } = await compare([], '/health')
    expect([exitCode, status]).toEqual([3, 404])
    expect(stdout).toContain('Compared 0 exchanges of 1 request')
  })

  it('prints the report before it fails to write its file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-compare-'))
    const file = join(folder, 'report.json')
    const { child, started, ended, output } = run('compare', '--target', target.url, '--port', '0', '--report', file)
    await started
    await rm(folder, { recursive: true })
    child.kill('SIGTERM')
    expect(await ended).toBe(2)
    expect(output.stdout).toContain('Compared 0 exchanges')
    expect(output.stderr).toContain(`The report cannot be written to ${file}`)
  })

  it('tells callers and the report when the target is down', async () => {
    await target.close()
    const { exitCode, status, body, stdout } = await compare([])
    expect([exitCode, status, JSON.parse(body).code]).toEqual([3, 502, 'internal_server_error'])
    expect(stdout).toContain('1 request without an answer: nothing listens at the target.')
  })

  it.each<[what: string, flags: string[], line: RegExp]>([
    ['there is no target', [], /^--target is missing/],
    ['the target is no URL', ['--target', 'api.example.com'], /--target takes an http or https URL/],
    ['the target has a password', ['--target', 'https://ada:hunter22@api.example.com'], /without a user and password/],
    ['the target has a query', ['--target', 'https://api.example.com?key=hunter22'], /without a query/],
    ['the target ends in the path of the interface', ['--target', 'https://api.example.com/api/v0'], /must end before/],
    ['it would pass requests to itself', ['--target', 'http://localhost:4011'], /address of this command itself/],
    [
      'it would, by a name below localhost',
      ['--target', 'http://app.localhost:4011'],
      /address of this command itself/,
    ],
    ['the port is no port', ['--target', 'https://api.example.com', '--port', 'http'], /--port takes a number/],
    ['the time limit is none', ['--target', 'https://api.example.com', '--timeout', '0'], /--timeout takes seconds/],
    ['a host name has a port', ['--target', 'https://api.example.com', '--allow-host', 'a:1'], /--allow-host takes/],
    ['a flag is misspelt', ['--taget', 'x'], /no flag --taget\. Did you mean --target\?/],
    [
      'a placeholder is to be ignored',
      ['--target', 'https://api.example.com', '--ignore', 'gates.list:body.<field 2>'],
      /<field 2> can be another one in the next report\. --show-names/,
    ],
    [
      'an operation is misspelt',
      ['--target', 'https://api.example.com', '--ignore', 'gates.lst'],
      /Did you mean "gates\.list"\?/,
    ],
  ])('says what is wrong when %s', async (_, flags, line) => {
    const failure = await runCompare(flags).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TypeError)
    expect((failure as TypeError).message).toMatch(line)
    expect((failure as TypeError).message).not.toMatch(/hunter22|\n/)
  })

  it('ends with 2 and one line when a flag is wrong', async () => {
    const { exitCode, stderr } = await callCommandLine('compare', '--target', 'https://ada:hunter22@api.example.com')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^latchkey-mock: .*without a user and password.* --help\.\n$/)
    expect(stderr).not.toContain('hunter22')
  })

  it('says that its port is taken', async () => {
    const { port } = new URL(target.url)
    const { ended, output } = run('compare', '--target', 'https://api.example.com', '--port', port)
    expect([await ended, output.stderr]).toEqual([2, expect.stringContaining(`Cannot listen at port ${port}`)])
  })

  it('prints its flags', async () => {
    const { exitCode, stdout } = await callCommandLine('compare', '--help')
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('--target <url>')])
  })
})
