import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../test/support/freePort.ts'
import { createMock, createWaitingMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { openDatabase } from './nodeSqlite.ts'
import { type MockServer, startServer } from './server.ts'
import type { ServerOptions } from './serverOptions.ts'

const now = '2026-01-15T09:30:00.000Z'
let folder: string
let state: string
let port: number
let server: MockServer | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-state-'))
  state = join(folder, 'state.db')
  port = await freePort()
})
afterEach(async () => {
  await server?.close()
  await rm(folder, { recursive: true })
})

/** Ends the server, if there is one, and starts one with the state file. */
async function start(options: MockOptions = {}, serverOptions: ServerOptions = {}): Promise<MockServer> {
  await server?.close()
  server = undefined
  server = await startServer({ now, ...options }, { port, state, ...serverOptions })
  return server
}

const profileStatus = async ({ baseUrl, defaults }: Mock, token: string) =>
  (
    await fetch(`${baseUrl}/api/v0/sdk/${defaults.environments.sandbox.id}/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

describe('a server with a state file', () => {
  it('says where it was served before, where the tokens of its users are refused', async () => {
    const first = await start()
    const { url } = first
    const { token } = await first.mock.signIn('ada@example.com')
    expect([first.movedFrom, (await start()).movedFrom]).toEqual([undefined, undefined])
    const moved = await start({}, { port: await freePort() })
    expect(moved.movedFrom).toBe(url)
    expect(await profileStatus(moved.mock, token)).toBe(401)
    const back = await start()
    expect(await profileStatus(back.mock, token)).toBe(200)
  })

  it('attaches real parts at each start', async () => {
    const attach = vi.fn<(mock: Mock) => void>()
    const { mock: first } = await start({}, { attach })
    const { mock: second } = await start({}, { attach })
    expect(attach.mock.calls).toEqual([[first], [second]])
  })

  it('goes on with the same records, ids, tokens and time', async () => {
    const { mock: first } = await start()
    const { token } = await first.signIn(await first.create.user({ email: 'ada@example.com' }))
    await first.clock.advance({ minutes: 5 })
    const [before, defaults, twin] = [first.export(), first.defaults, first.fork()]
    const { mock: second } = await start()
    expect(second.export()).toEqual(before)
    expect(second.defaults).toEqual(defaults)
    expect(await profileStatus(second, token)).toBe(200)
    expect(await second.create.user()).toEqual(await twin.create.user())
  })

  it('can be read only by its owner, as can the files beside it', async () => {
    const { mock } = await start()
    await mock.create.user({ email: 'ada@example.com' })
    const files = await readdir(folder)
    expect(files).toContain('state.db-wal')
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600)
  })

  it('keeps a clock that was moved, stopped or started without any other change', async () => {
    const { mock: first } = await start({ now: undefined })
    first.clock.freeze()
    await first.clock.set('2030-01-01T00:00:00Z')
    const { mock: second } = await start({ now: undefined })
    expect([second.clock.isRunning, second.clock.iso()]).toEqual([false, '2030-01-01T00:00:00.000Z'])
    second.clock.resume()
    const { mock: third } = await start({ now: undefined })
    expect(third.clock.isRunning).toBe(true)
    expect(third.clock.iso()).toMatch(/^2030-01-01T00:00/)
  })

  it('keeps what a restore, an import and a reset lead to', async () => {
    const emails = ({ export: dump }: Mock) => (dump().tables.users as { email: string }[]).map(({ email }) => email)
    const { mock: first } = await start()
    const snapshot = first.snapshot()
    await first.create.user({ email: 'gone@example.com' })
    first.restore(snapshot)
    await first.create.user({ email: 'restored@example.com' })
    const { mock: second } = await start()
    expect(emails(second)).toEqual(['restored@example.com'])
    const other = createMock({ now })
    await other.create.user({ email: 'imported@example.com' })
    second.import(other.export())
    const { mock: third } = await start()
    expect(emails(third)).toEqual(['imported@example.com'])
    third.reset()
    const { mock: fourth } = await start()
    expect(emails(fourth)).toEqual([])
    expect(fourth.export()).toEqual(createMock({ now }).export())
  })

  it('sends a webhook again that was on its way when the process ended', async () => {
    const url = 'https://hooks.example.com/'
    const { mock: first } = await start({ deliver: () => new Promise(() => {}) })
    await first.create.webhook({ url, events: ['user.created'], isEnabled: true })
    await first.create.user({ alias: 'ada' })
    await expect.poll(() => first.export().tables.webhookDeliveries).not.toEqual([])
    const sent: string[] = []
    const { mock: second } = await start({
      deliver: async ({ body }) => {
        sent.push(body)
        return { status: 200, body: '' }
      },
    })
    await second.clock.settle()
    expect(sent.filter((body) => body.includes('"ada"'))).toHaveLength(1)
    expect(second.webhooks.deliveries().every(({ status }) => status === 'delivered')).toBe(true)
  })

  it('sends by itself what became due while nothing ran, and only when it listens', async () => {
    const url = 'https://hooks.example.com/'
    const { mock: first } = await start({ deliver: () => new Promise(() => {}) })
    await first.create.webhook({ url, events: ['user.created'], isEnabled: true })
    await expect.poll(() => first.export().tables.webhookDeliveries).not.toEqual([])
    await server?.close()
    server = undefined
    const senders: string[] = []
    const deliverAs = (name: string) => async () => {
      senders.push(name)
      return { status: 200, body: '' }
    }
    const database = openDatabase(state)
    const waiting = createWaitingMock({ deliver: deliverAs('waiting'), persistence: database.open('') })
    const mock = createMock({ deliver: deliverAs('mock'), persistence: database.open('') })
    await expect.poll(() => senders).toContain('mock')
    expect(senders).toEqual(['mock'])
    waiting.close()
    mock.close()
    database.close()
  })

  it('keeps its worlds, which wake with their state when somebody calls them', async () => {
    const first = await start()
    await first.worlds.create('ada').create.user({ email: 'ada@example.com' })
    first.worlds.create('gone')
    first.worlds.drop('gone')
    const second = await start()
    expect(second.worlds.list()).toEqual([{ name: 'ada', url: `${second.url}/w/ada`, lastUsedAt: null, counts: null }])
    const copy = second.worlds.create('copy', { from: 'ada' })
    expect(copy.export().tables.users).toMatchObject([{ email: 'ada@example.com' }])
    expect(second.mock.export().tables.users).toEqual([])
    copy.reset()
    // A world's beginning is what it was copied from.
    expect(copy.export().tables.users).toHaveLength(1)
  })

  it('lets idle worlds leave the memory, and not the file', async () => {
    const { worlds } = await start({}, { worlds: { idleMinutes: 1 / 60_000 } })
    await worlds.create('idle').create.user({ email: 'ada@example.com' })
    await new Promise((resolve) => setTimeout(resolve, 5))
    worlds.create('new')
    expect(worlds.list().map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])).toEqual([
      ['idle', false],
      ['new', true],
    ])
    expect(worlds.get('idle')?.export().tables.users).toMatchObject([{ email: 'ada@example.com' }])
  })
})

describe('a state file without room', () => {
  /** Starts a server, whose file may have as many pages as it has, or more. */
  async function startLimited() {
    const faults: unknown[] = []
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    const { mock, url, worlds } = await start({ onError: (cause) => faults.push(cause) })
    const database = prepare.mock.contexts[0] as DatabaseSync
    prepare.mockRestore()
    const { id, token } = mock.defaults.environments.sandbox
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const users = (method: string, body?: object) =>
      fetch(`${url}/api/v0/environments/${id}/users`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const limit = (pages: number) => database.exec(`PRAGMA max_page_count = ${pages}`)
    return { mock, url, worlds, database, faults, users, limit }
  }
  const control = (url: string, path: string, body: object) =>
    fetch(`${url}/__mock/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const large = { email: 'ada@example.com', metadata: { note: 'x'.repeat(1_500), more: 'y'.repeat(400) } }
  const fill = async (users: Awaited<ReturnType<typeof startLimited>>['users']) => {
    for (let turn = 0; (await users('POST', { ...large, email: `user-${turn}@example.com` })).ok; turn++);
  }

  it('fails the call with 500, names the cause in the log, and leaves the state as it was', async () => {
    const { mock, faults, users, limit } = await startLimited()
    limit(1)
    await fill(users)
    const before = mock.export().tables
    const refusal = await users('POST', large)
    expect([refusal.status, await refusal.json()]).toEqual([
      500,
      { error: expect.stringMatching(/^The state cannot be written, .* Make room/), code: 'internal_server_error' },
    ])
    expect((await users('GET')).status).toBe(200)
    expect(mock.export().tables).toEqual(before)
    // SQLite has rolled back by itself, which a failing ROLLBACK must not hide.
    expect(faults.map(String)).toEqual([expect.stringContaining('database or disk is full')])
    limit(100_000)
    expect((await users('POST', large)).status).toBe(201)
    const after = mock.export()
    expect((await start()).mock.export()).toEqual(after)
  })

  it('takes no new world, and lets go of none', async () => {
    const { url, worlds, users, limit } = await startLimited()
    await worlds.create('ada').create.user({ email: 'ada@example.com' })
    limit(1)
    await fill(users)
    const refusal = await fetch(`${url}/w/grace/__mock/v1/defaults`)
    expect([refusal.status, await refusal.json()]).toEqual([
      500,
      { error: expect.stringContaining('cannot be written'), code: 'internal_server_error' },
    ])
    expect((await control(url, 'worlds', { name: 'grace' })).status).toBe(500)
    expect(worlds.list().map(({ name }) => name)).toEqual(['ada'])
    expect((await fetch(`${url}/w/ada/__mock/v1/defaults`)).status).toBe(200)
  })

  it('keeps a world that cannot be deleted from it', async () => {
    const { url, worlds, database } = await startLimited()
    await worlds.create('ada').create.user({ email: 'ada@example.com' })
    database.exec('PRAGMA query_only = 1')
    const drop = () => control(url, 'worlds/drop', { name: 'ada' })
    expect((await drop()).status).toBe(500)
    expect(worlds.get('ada')?.export().tables.users).toHaveLength(1)
    database.exec('PRAGMA query_only = 0')
    expect((await drop()).status).toBe(204)
    expect((await start()).worlds.list()).toEqual([])
  })
})

describe('a state file that cannot be opened', () => {
  const refusal = async (options: MockOptions = {}, serverOptions: ServerOptions = {}) =>
    start(options, serverOptions).then(
      () => undefined,
      (error: Error) => `${error.name}: ${error.message.replace(folder, '')}`,
    )

  it('is one of another seed, whose cursors and links would not work', async () => {
    await start({ seed: 'one' })
    expect(await refusal({ seed: 'two' })).toBe(
      'TypeError: Failed to load the state: it was made with the seed "one", not "two".',
    )
    expect((await start()).mock.export().tables.organizations).toHaveLength(1)
  })

  it('is one of another version', async () => {
    await (await start()).close()
    const database = new DatabaseSync(state)
    database.exec(`UPDATE records SET json = replace(json, '"version":1,', '"version":99,') WHERE id = 'origin 0'`)
    database.close()
    expect(await refusal()).toMatch(/^TypeError: .* it has version 99, and this release reads version 1\.$/)
  })

  it('is no state file, and stays as it is', async () => {
    await writeFile(state, 'This is not a database, but a letter. '.repeat(50))
    expect(await refusal()).toBe('TypeError: The state file /state.db is not a state file.')
  })

  it.each(['x', 'SQLite format', '\n'])('is one of a few bytes, %j, which stays as it is', async (text) => {
    await writeFile(state, text)
    expect(await refusal()).toBe('TypeError: The state file /state.db is not a state file.')
    expect(await readFile(state, 'utf8')).toBe(text)
  })

  it('is open in another process', async () => {
    await start()
    await expect(startServer({}, { state })).rejects.toThrow(/state\.db is open in another process\.$/)
  })

  it('is in a folder that does not exist', async () => {
    expect(await refusal({}, { state: join(folder, 'missing', 'state.db') })).toMatch(
      /^TypeError: The state file \/missing\/state\.db cannot be opened: /,
    )
  })

  it('is one for a mock that exists already', async () => {
    await expect(startServer(createMock(), { state })).rejects.toThrow(/with `state` it takes the options of a mock/)
  })

  it('is any on a Node without SQLite', async () => {
    const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
    expect(await refusal()).toMatch(/^TypeError: A state file needs Node 22\.13 or later/)
    builtin.mockRestore()
  })

  it('is free again after a server that could not listen', async () => {
    const first = await startServer()
    const taken = Number(new URL(first.url).port)
    await expect(startServer({}, { port: taken, state })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await first.close()
    await start()
  })
})
