import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAll } from '../../test/recording/keepAll.ts'
import { keptReads, readsOf } from '../../test/recording/keptReads.ts'
import { createRichEnvironment, privateTexts } from '../../test/recording/richEnvironment.ts'
import { providerCatalogue } from '../domain/providers/providerCatalogue.ts'
import { type MockServer, startServer } from '../hosts/server.ts'
import { createMock, type Mock } from '../mock/createMock.ts'
import { runPull } from './pull.ts'

let target: MockServer
let folder: string
let file: string
const printed: string[] = []

beforeEach(async () => {
  target = await startServer({ seed: 'deployment', deliver: async () => ({ status: 204 }) })
  await createRichEnvironment(target.mock)
  folder = await mkdtemp(join(tmpdir(), 'latchkey-pull-'))
  file = join(folder, 'harbour.json')
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(async () => {
  vi.restoreAllMocks()
  printed.length = 0
  await target.close()
  await rm(folder, { recursive: true })
})

const sandbox = ({ defaults }: Mock) => defaults.environments.sandbox

/** Pulls with a token, and reads what was written. */
async function pull(token: string, ...flags: string[]) {
  const environment = sandbox(target.mock).id
  await runPull(['--target', target.url, '--environment', environment, '--scenario', file, '--overwrite', ...flags], {
    LATCHKEY_TOKEN: token,
  })
  return readFile(file, 'utf8')
}

/** Replies without their texts and the keys of maps, and without the numbers of networks of the organization. */
function formOf(value: unknown): unknown {
  if (typeof value === 'string') return '<text>'
  if (typeof value === 'number') return value > 100_000 ? '<number>' : value
  if (Array.isArray(value)) return value.map(formOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name === 'supportUrls' ? Object.keys(Object(field)).length : formOf(field),
    ]),
  )
}

/** A token of the sandbox that reads its settings and shows that it can do nothing else. */
async function readingToken(...scopes: string[]): Promise<string> {
  const created = await target.mock.create.token({
    scopes: ['environment.settings.read', 'environment.apiTokens.read', ...scopes] as never,
  })
  return String(created.rawToken)
}

describe('latchkey-mock pull', () => {
  it('writes a scenario with placeholders, with which another mock gives the same replies but for texts', async () => {
    const viewer = await target.mock.create.admin({ role: 'viewer' })
    const text = await pull(viewer.token)
    expect(text).not.toMatch(/harbour|Captains|captain|Holders|424242|EPjFWdd5/i)
    const copy = createMock({ seed: 'copy' })
    await copy.load(JSON.parse(text) as object)
    const withoutTexts = async (mock: Mock) => formOf(await readsOf(mock, keptReads))
    expect(await withoutTexts(copy)).toEqual(await withoutTexts(target.mock))
    await copy.reset()
    expect(await withoutTexts(copy)).not.toEqual(await withoutTexts(target.mock))
  })

  it('writes a scenario with which another mock gives the same replies, if all texts are kept', async () => {
    const viewer = await target.mock.create.admin({ role: 'viewer' })
    const scenario: unknown = JSON.parse(await pull(viewer.token, ...keepAll))
    const copy = createMock({ seed: 'copy' })
    expect(await readsOf(copy, keptReads)).not.toEqual(await readsOf(target.mock, keptReads))
    await copy.load(scenario as object)
    expect(await readsOf(copy, keptReads)).toEqual(await readsOf(target.mock, keptReads))
    expect(printed).toEqual([`Wrote ${file}. Play it by: latchkey-mock --scenario ${file}`])
  })

  it('writes nothing of the settings that only the service sets, so that a sandbox plays a live environment', async () => {
    const { live } = target.mock.defaults.environments
    const viewer = await target.mock.create.admin({ role: 'viewer' })
    const { settings } = JSON.parse(await pull(viewer.token, '--environment', live.id))
    for (const name of ['environmentName', 'customFields', 'providers', 'exchanges', 'networks'])
      expect(settings).not.toHaveProperty(name)
    expect(settings.sdk.socialSignIn).not.toHaveProperty('providers')
    const copy = createMock()
    await copy.load({ settings } as object)
    expect(copy.settings.get().chains.length).toBeGreaterThan(0)
  })

  it.each([...providerCatalogue.keys()])('keeps the provider %s', async (provider) => {
    for (const enabled of [false, true]) {
      // Some exclude each other, and one of them is enabled to begin with.
      const isAccepted = await target.mock.create.provider({ provider, enabled }).then(
        () => true,
        () => false,
      )
      if (!isAccepted) continue
      const viewer = await target.mock.create.admin({ role: 'viewer' })
      const copy = createMock({ seed: 'copy' })
      await copy.load(JSON.parse(await pull(viewer.token, ...keepAll)) as object)
      const ids = ['providers.list', 'environments.get', 'sdkSettings.get'] as const
      expect(await readsOf(copy, ids)).toEqual(await readsOf(target.mock, ids))
    }
  })

  it('takes no people and no secrets', async () => {
    const text = await pull(await readingToken('environment.users.read'))
    expect(Object.keys(JSON.parse(text) as object)).not.toContain('people')
    expect([...privateTexts, sandbox(target.mock).token].filter((each) => text.includes(each))).toEqual([])
    expect(text).toContain('List 1')
  })

  it('takes people as placeholders with --people, with their wallets and lists', async () => {
    const text = await pull(await readingToken('environment.users.read'), '--people')
    expect([...privateTexts].filter((each) => text.includes(each))).toEqual([])
    const { people, allowlists } = JSON.parse(text)
    expect(people).toEqual([
      {
        key: 'user 1',
        email: expect.stringMatching(/^user1@/),
        username: 'user1',
        firstName: 'User',
        lastName: '1',
        wallets: [{ chain: 'EVM' }, { chain: 'SOL' }],
      },
      { key: 'user 2', email: 'user2@example.com' },
    ])
    expect(allowlists[0]).toMatchObject({ name: 'List 1', entries: ['user1@example.com', 'listed1@example.com'] })
    const copy = createMock()
    await copy.load(JSON.parse(text) as object)
    expect((await copy.people.list()).count).toBe(2)
  })

  it('sends GET requests only', async () => {
    const before = target.mock.export()
    const viewer = await target.mock.create.admin({ role: 'viewer' })
    target.mock.journal.clear()
    await pull(viewer.token, '--people')
    const requests = target.mock.journal.list()
    expect(requests.length).toBeGreaterThan(10)
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(target.mock.export().tables.users).toEqual(before.tables.users)
  })

  it.each<[whose: string, token: () => Promise<string> | string, message: RegExp]>([
    [
      'an environment that can write',
      () => sandbox(target.mock).token,
      /^This token can write \(.*environment\.settings\.write/,
    ],
    ['an admin', () => target.mock.defaults.admin.token, /^This token can write \(the role owner\)\./],
    [
      'an environment that cannot show its scopes',
      async () => String((await target.mock.create.token({ scopes: ['environment.settings.read'] })).rawToken),
      /^The target does not show what this token can do/,
    ],
  ])('refuses the token of %s, unless it is allowed', async (_, token, message) => {
    const wanted = await token()
    await expect(pull(wanted)).rejects.toThrow(message)
    await expect(readFile(file)).rejects.toThrow('ENOENT')
    expect(await pull(wanted, '--allow-writing-token')).toContain('List 1')
  })

  it('names what the deployment does not show to the token', async () => {
    const token = await readingToken()
    await pull(token, '--people')
    expect(printed.join('\n')).toContain('users.list answered 403, so it is not in the scenario.')
  })

  it('leaves out what scenarios do not have, and names it without its value', async () => {
    await target.close()
    target = await startServer({ seed: 'deployment', strict: false, deliver: async () => ({ status: 204 }) })
    await createRichEnvironment(target.mock)
    target.mock.override('gates.list', async (_, next) => {
      const { body } = await next()
      const gates = (body.gates ?? []).map((gate) => ({
        ...gate,
        color: 'crimson',
        outcome: gate.scope ? gate.outcome : 'waitlist',
      }))
      return { status: 200, body: { gates } } as never
    })
    const text = await pull(await readingToken())
    expect(text).not.toMatch(/crimson|waitlist/)
    expect(printed.join('\n')).toMatch(/gates\[\]\.<field 1> is not in the scenario.*\n +gates\[\]\.outcome is not/)
    await createMock().load(JSON.parse(text) as object)
  })

  it('says so when the target answers a page instead of JSON, and writes nothing', async () => {
    const pages = createServer((_, outgoing) => void outgoing.end('<!doctype html><p>Please sign in.</p>'))
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
      const flags = ['--target', url, '--environment', 'x', '--scenario', file, '--token', 'hunter22']
      await expect(runPull(flags, {})).rejects.toThrow('The target answered no JSON at /api/v0/organizations.')
      await expect(readFile(file)).rejects.toThrow('ENOENT')
    } finally {
      pages.close()
    }
  })

  it.each<[what: string, flags: (url: string) => string[], message: RegExp]>([
    ['the environment is missing', (url) => ['--target', url, '--scenario', 'a.json'], /--environment is missing/],
    [
      'a field is misspelt',
      (url) => ['--target', url, '--environment', 'x', '--scenario', 'a.json', '--token', 'hunter22', '--keep', 'gate'],
      /scenarios have no "gate"\. Did you mean "gates"\?/,
    ],
    ['the file is missing', (url) => ['--target', url, '--environment', 'x'], /--scenario is missing/],
    ['the file is no JSON', (url) => ['--target', url, '--environment', 'x', '--scenario', 'a.ts'], /ends in \.json/],
    [
      'the token is missing',
      (url) => ['--target', url, '--environment', 'x', '--scenario', 'a.json'],
      /--token is missing/,
    ],
    [
      'the environment is unknown',
      (url) => [
        '--target',
        url,
        '--environment',
        '01938c5e-0000-7d4e-9f0a-1b2c3d4e5f99',
        '--scenario',
        'a.json',
        '--token',
        'hunter22',
        '--allow-writing-token',
      ],
      /The target refuses the token \(401\)/,
    ],
    [
      'the target is down',
      () => ['--target', 'http://127.0.0.1:9', '--environment', 'x', '--scenario', 'a.json', '--token', 'hunter22'],
      /could not be reached/,
    ],
  ])('says what is wrong when %s', async (_, flags, message) => {
    const failure = await runPull(flags(target.url), {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TypeError)
    expect((failure as TypeError).message).toMatch(message)
    expect((failure as TypeError).message).not.toContain('hunter22')
  })
})
