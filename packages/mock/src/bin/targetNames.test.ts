import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { everyName, mark } from '../../test/contract/everyName.ts'
import { keepAll } from '../../test/recording/keepAll.ts'
import { keptReads, readsOf } from '../../test/recording/keptReads.ts'
import { createRichEnvironment } from '../../test/recording/richEnvironment.ts'
import { bundledCommand } from '../../test/support/bundledCommand.ts'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import { createMock } from '../mock/createMock.ts'
import { readNames } from '../spelling/readNames.ts'
import { runCompare } from './compare.ts'
import { runMcp } from './mcp.ts'
import { runPull } from './pull.ts'
import { runRecord } from './record.ts'

// The commands before a deployment that spells everything differently, and the names file that says so.

const { run } = createCommandLine()
const rule = { type: 'nft', chain: 'EVM', address: { networkId: 1, contractAddress: `0x${'6'.repeat(40)}` } }
const deliver = async () => ({ status: 204 })

let target: MockServer
let folder: string
let names: string
let scenario: string
beforeEach(async () => {
  target = await startServer({ seed: 'deployment', strict: false, deliver, names: readNames(everyName()) })
  await createRichEnvironment(target.mock)
  folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
  names = join(folder, 'names.json')
  scenario = join(folder, 'scenario.json')
  await writeFile(names, JSON.stringify(everyName()))
})
afterEach(async () => {
  await target.close()
  await rm(folder, { recursive: true })
})

const environment = () => target.mock.defaults.environments.sandbox
const spelled = (path: string) => target.mock.spellPath(`/api/v0/${path}`)

/** Runs a command before the deployment, sends requests with the names of the deployment, and ends it. */
async function passThrough(command: readonly string[], paths: readonly string[], headers: object = {}) {
  const { child, started, ended, output } = run(...command, '--target', target.url, '--port', '0')
  const [url = ''] = /http:\/\/\S+\d/.exec(await started) ?? []
  const { token } = target.mock.defaults.admin
  const replies = []
  for (const path of paths) {
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } })
    replies.push({ status: reply.status, text: await reply.text() })
  }
  child.kill('SIGTERM')
  return { exitCode: await ended, replies, ...output }
}

it('compare passes messages on as they are, and reports what differs in the words of the document', async () => {
  target.mock.override('gates.list', async (_, next) => {
    const reply = await next()
    const gates = (reply.body as { gates: object[] }).gates.map((gate) => ({ ...gate, color: 'crimson', outcome: 1 }))
    return { ...reply, body: { gates } } as never
  })
  const path = spelled(`environments/${environment().id}/gates`)
  const { exitCode, replies, stdout } = await passThrough(['compare', '--names', names], [path])
  expect([exitCode, replies[0]?.status]).toEqual([1, 200])
  expect(replies[0]?.text).toContain(`"outcome${mark}":1`)
  expect(stdout).toContain('Compared 1 exchange of 1 request: 2 differences.')
  expect(stdout).toContain('unknownField  reply body.gates[].<field 1>: expected absent, found <string>')
  expect(stdout).toContain('type  reply body.gates[].outcome: expected string, found <number>')
  expect(stdout).not.toContain(mark)
})

it('compare finds nothing in a deployment that differs only in its names, and nothing to compare without them', async () => {
  const paths = [`environments/${environment().id}/gates`, `sdk/${environment().id}/settings`, 'organizations']
  const withNames = await passThrough(['compare', '--names', names], paths.map(spelled))
  expect(withNames).toMatchObject({ exitCode: 0, stderr: '' })
  expect(withNames.stdout).toContain('Compared 3 exchanges of 3 requests: 0 differences.')
  expect(await passThrough(['compare'], paths.map(spelled))).toMatchObject({ exitCode: 3 })
})

it('compare lets pages of any origin call the paths of the SDK, as the deployment spells them', async () => {
  const paths = [spelled(`sdk/${environment().id}/settings`), spelled('organizations')]
  const { replies } = await passThrough(['compare', '--names', names], paths, { origin: 'https://app.example.com' })
  expect(replies.map(({ status }) => status)).toEqual([200, 403])
})

it('record writes a scenario that a mock plays, in the words of the document', async () => {
  const paths = ['gates', 'allowlists', 'custom-hostnames'].map((part) => `environments/${environment().id}/${part}`)
  const { exitCode, stderr } = await passThrough(
    ['record', '--names', names, '--scenario', scenario],
    [...paths, `sdk/${environment().id}/settings`].map(spelled),
  )
  expect([exitCode, stderr]).toEqual([0, ''])
  const text = await readFile(scenario, 'utf8')
  expect(text).not.toContain(mark)
  const recorded = JSON.parse(text) as object
  expect(recorded).toMatchObject({
    settings: { general: { displayName: expect.stringMatching(/^text-\d$/) } },
    allowlists: [{ name: 'List 1' }, { name: 'List 2' }],
    gates: [{ name: 'Gate 1', outcome: 'scope' }, { name: 'Gate 2' }],
  })
  expect(Object.keys((await createMock().load(recorded)).gates)).toEqual(['Gate 1', 'Gate 2'])
})

it.each([[[]], [['--people']]])(
  'pull writes a scenario with which a mock answers like one that has the same data and no other names: %j',
  async (flags) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    const { token } = await target.mock.create.admin({ role: 'viewer' })
    const address = ['--target', target.url, '--environment', environment().id]
    await runPull([...address, '--scenario', scenario, '--token', token, '--names', names, ...keepAll, ...flags], {})
    expect(log.mock.calls).toEqual([[`Wrote ${scenario}. Play it by: latchkey-mock --scenario ${scenario}`]])
    const twin = createMock({ seed: 'deployment', deliver })
    await createRichEnvironment(twin)
    const copy = createMock({ seed: 'copy', deliver })
    await copy.load(JSON.parse(await readFile(scenario, 'utf8')) as object)
    expect(await readsOf(copy, keptReads)).toEqual(await readsOf(twin, keptReads))
    expect((await copy.people.list()).count).toBe(flags.length > 0 ? 2 : 0)
  },
)

it('pull refuses a token that can write by the scopes of the deployment, in the words of the document', async () => {
  const flags = ['--target', target.url, '--environment', environment().id, '--scenario', scenario, '--names', names]
  await expect(runPull([...flags, '--token', environment().token], {})).rejects.toThrow(
    /^This token can write \([\w., ]*environment\.settings\.write, /,
  )
})

/** Runs the tools of the command. */
function commandTools(...flags: string[]): Transport {
  const args = ['--disable-warning=ExperimentalWarning', bundledCommand, 'mcp', ...flags]
  return new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' })
}

it.each<[which: string, transport: () => Transport, isTarget: boolean]>([
  ['of the command', () => commandTools('--names', names), false],
  ['that runs already', () => commandTools('--names', names, '--url', target.url), true],
  // The types of the library do not allow for `exactOptionalPropertyTypes`.
  ['that serves them', () => new StreamableHTTPClientTransport(new URL(`${target.url}/__mock/mcp`)) as Transport, true],
])('the tools for coding agents drive the mock %s, in the words of the document', async (_, transport, isTarget) => {
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  await client.connect(transport())
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: input })
    return JSON.parse((content as { text: string }[])[0]?.text ?? '') as Record<string, unknown>
  }
  const { body: created } = await call('call_operation', {
    operation: 'gates.create',
    body: { name: 'Tools', outcome: 'siteAccess', rules: [rule] },
  })
  expect(created).toMatchObject({ name: 'Tools', outcome: 'siteAccess' })
  const { id } = await call('control', { route: 'POST create/user', input: { email: 'tools@example.com' } })
  expect(await call('call_operation', { operation: 'profile.get', as: `user:${String(id)}` })).toMatchObject({
    status: 200,
    body: { email: 'tools@example.com' },
  })
  expect(JSON.stringify(target.mock.journal.list('gates.create')).includes('Tools')).toBe(isTarget)
})

it.each([
  ['compare', (flags: string[]) => runCompare(['--target', target.url, ...flags])],
  ['record', (flags: string[]) => runRecord(['--target', target.url, '--scenario', scenario, ...flags])],
  [
    'pull',
    (flags: string[]) =>
      runPull(['--target', target.url, '--environment', 'x', '--scenario', scenario, '--token', 't', ...flags], {}),
  ],
  ['mcp', (flags: string[]) => runMcp(flags, {})],
] as const)('%s says what is wrong with the file, and does not start', async (_, runWith) => {
  await writeFile(names, '{ "fields": { "usrId": "x" } }')
  await expect(Promise.resolve(runWith(['--names', names]))).rejects.toThrow(
    `The names file ${names} cannot be used: the document has no field "usrId". Did you mean "userId"?`,
  )
})
