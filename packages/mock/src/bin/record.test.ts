import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OperationId, operationTable } from '@latchkey/types'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRichEnvironment, privateTexts } from '../../test/recording/richEnvironment.ts'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import { createMock } from '../mock/createMock.ts'
import { runRecord } from './record.ts'

const { run } = createCommandLine()

let target: MockServer
let folder: string
let file: string
let endBy: NodeJS.Signals
let beforeEnd: () => Promise<void>

beforeEach(async () => {
  endBy = 'SIGTERM'
  beforeEnd = async () => undefined
  target = await startServer({ seed: 'deployment', deliver: async () => ({ status: 204 }) })
  await createRichEnvironment(target.mock)
  folder = await mkdtemp(join(tmpdir(), 'latchkey-record-'))
  file = join(folder, 'harbour.json')
})
afterEach(async () => {
  await target.close()
  await rm(folder, { recursive: true })
})

/** Runs the command before the target, sends requests, and ends it. */
async function record(
  flags: readonly string[],
  ...requests: (readonly [id: OperationId, params?: Record<string, string>])[]
) {
  const { child, started, ended, output } = run(
    'record',
    '--target',
    target.url,
    '--port',
    '0',
    '--scenario',
    file,
    ...flags,
  )
  const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
  const { organizationId, admin, environments } = target.mock.defaults
  for (const [id, own] of requests) {
    const params: Record<string, string> = { environmentId: environments.sandbox.id, organizationId, ...own }
    const { path, method } = operationTable[id]
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const reply = await fetch(url + filled, { method, headers: { authorization: `Bearer ${admin.token}` } })
    expect([id, reply.ok]).toEqual([id, true])
    await reply.arrayBuffer()
  }
  await beforeEnd()
  child.kill(endBy)
  return { exitCode: await ended, ...output }
}

describe('latchkey-mock record', () => {
  it('says at its start that the scenario cannot be written, or exists', async () => {
    const start = (scenario: string) => runRecord(['--target', target.url, '--port', '0', '--scenario', scenario])
    await expect(start(join(folder, 'nosuch/x.json'))).rejects.toThrow(
      /^--scenario cannot be written to .*: there is no such folder\.$/,
    )
    await writeFile(file, '{}')
    await expect(start(file)).rejects.toThrow(/it exists, and --overwrite replaces it\.$/)
  })

  it('prints the scenario where its folder is gone by the end', async () => {
    const place = join(folder, 'place')
    await mkdir(place)
    file = join(place, 'harbour.json')
    beforeEnd = () => rm(place, { recursive: true })
    const { exitCode, stdout, stderr } = await record([], ['gates.list'])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('The scenario cannot be written')])
    expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toHaveProperty('gates')
  })

  it('writes the scenario when its terminal is closed', async () => {
    endBy = 'SIGHUP'
    expect((await record([], ['gates.list'])).exitCode).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('gates')
  })

  it('writes what an app has read as a scenario, with people as placeholders, that a mock plays', async () => {
    const lists = await target.mock.fetch(
      `${target.mock.baseUrl}/api/v0/environments/${target.mock.defaults.environments.sandbox.id}/allowlists`,
      { headers: { authorization: `Bearer ${target.mock.defaults.admin.token}` } },
    )
    const [{ id: allowlistId = '' } = {}] = (await lists.json()) as { id?: string }[]
    const { exitCode, stdout, stderr } = await record(
      [],
      ['sdkSettings.get'],
      ['gates.list'],
      ['allowlists.list'],
      ['allowlistEntries.list', { allowlistId }],
      ['customNetworks.list'],
      ['customHostnames.list'],
      ['origins.list'],
      ['users.list'],
      ['tokens.list'],
      ['webhooks.list'],
    )
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Wrote ${file}.`)
    const text = await readFile(file, 'utf8')
    expect(privateTexts.filter((each) => text.includes(each))).toEqual([])
    expect(text).not.toMatch(/harbour|berth|captain|holder/i)
    const scenario = JSON.parse(text)
    expect(scenario).toMatchObject({
      settings: { general: { displayName: expect.stringMatching(/^text-\d$/) } },
      providers: expect.arrayContaining([
        expect.objectContaining({ provider: 'google', clientId: expect.stringMatching(/^text-\d$/) }),
      ]),
      customFields: [{ name: 'Field 1' }, { name: 'Field 2' }],
      hostnames: [
        { hostname: expect.stringMatching(/^host\d\.example\.com$/), active: true },
        { hostname: expect.stringMatching(/^host\d\.example\.com$/) },
      ],
      allowlists: [
        { name: 'List 1', scope: 'scope1', entries: [expect.stringMatching(/^user\d@/), 'listed1@example.com'] },
        {},
      ],
      gates: [
        { name: 'Gate 1', scope: 'scope2', enabled: true },
        { name: 'Gate 2', enabled: false },
      ],
      networks: [{ chainName: expect.stringMatching(/^Text \d$/) }],
    })
    expect(scenario.people).toHaveLength(2)
    const copy = createMock()
    const { people, gates } = await copy.load(scenario as object)
    expect([Object.keys(people), Object.keys(gates)]).toEqual([
      ['user 1', 'user 2'],
      ['Gate 1', 'Gate 2'],
    ])
  })

  it('writes the texts of fields that are kept', async () => {
    await record(['--keep', 'gates[].name', '--keep', 'origins'], ['gates.list'], ['origins.list'])
    const { gates, origins } = JSON.parse(await readFile(file, 'utf8'))
    expect(gates).toMatchObject([{ name: 'Holders', scope: 'scope1' }, { name: 'Later' }])
    expect(origins).toEqual(['https://harbour.example', 'https://*.preview.harbour.example'])
  })

  it('ends with 3 and writes nothing when nothing has passed that a scenario keeps', async () => {
    const { exitCode, stdout } = await record([], ['events.list'])
    expect(exitCode).toBe(3)
    expect(stdout).toContain('Nothing passed that a scenario keeps')
    await expect(readFile(file)).rejects.toThrow('ENOENT')
  })

  it('keeps one environment: the first that the app reads', async () => {
    const live = target.mock.defaults.environments.live.id
    await record(
      [],
      ['gates.list'],
      ['gates.list', { environmentId: live }],
      ['environments.get', { environmentId: live }],
    )
    const scenario = JSON.parse(await readFile(file, 'utf8'))
    expect(Object.keys(scenario)).toEqual(['$schema', 'gates'])
  })

  it.each<[what: string, flags: string[], message: RegExp]>([
    ['there is no file', ['--target', 'https://api.example.com'], /--scenario is missing/],
    ['the file is no JSON', ['--target', 'https://api.example.com', '--scenario', 'a.ts'], /ends in \.json/],
    ['there is no target', ['--scenario', 'a.json'], /--target is missing/],
    [
      'the target has a password',
      ['--target', 'https://a:hunter22@b.example', '--scenario', 'a.json'],
      /without a user/,
    ],
    ['a flag is unknown', ['--people'], /There is no flag --people/],
    [
      'a field is misspelt',
      ['--target', 'https://api.example.com', '--scenario', 'a.json', '--keep', 'gates[].nam'],
      /"gates\[\]" has no "nam"\. Did you mean "name"\?/,
    ],
  ])('says what is wrong when %s', async (_, flags, message) => {
    const failure = await runRecord(flags).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TypeError)
    expect((failure as TypeError).message).toMatch(message)
    expect((failure as TypeError).message).not.toContain('hunter22')
  })
})
