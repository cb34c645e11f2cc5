import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bundledCommand } from '../../test/support/bundledCommand.ts'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
let folder: string
let port: number
let child: ChildProcess
/** The process's log so far. */
let log: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-full-'))
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  port = (probe.address() as { port: number }).port
  probe.close()
})
afterEach(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

/** Starts the command with a state file. Resolves when it listens. */
async function start() {
  log = ''
  child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--import=${pathOf('../../test/support/pageLimit.ts')}`,
      bundledCommand,
      '--state',
      join(folder, 'state.db'),
      '--port',
      String(port),
      '--json',
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  child.stderr?.on('data', (chunk) => (log += String(chunk)))
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
  const { url, environments } = JSON.parse(String(line))
  const { id, token } = environments.sandbox
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const base = path.startsWith('/') ? url : `${url}/api/v0/environments/${id}/`
    const response = await fetch(base + path, init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  }
}
type Call = Awaited<ReturnType<typeof start>>

async function limitPages(pages: number) {
  child.send(pages)
  await once(child, 'message')
}

const userOf = (email: string) => ({ email, metadata: { note: 'x'.repeat(500) } })

/**
 * Creates users until there is no room for one more, and an export that is due then.
 *
 * @returns The e-mails of the users that were acknowledged, and the path of the export
 */
async function fill(call: Call) {
  const emails: string[] = []
  const create = async () => {
    const email = `user-${emails.length}@example.com`
    const isCreated = (await call('POST', 'users', userOf(email))).status === 201
    if (isCreated) emails.push(email)
    return isCreated
  }
  for (let turn = 0; turn < 50; turn++) await create()
  await call('POST', '/__mock/v1/clock/freeze')
  const { id } = (await call('POST', 'exports', { model: 'users', format: 'csv' })).body as { id: string }
  await limitPages(1)
  for (let refusals = 0; refusals < 3;) if (!(await create())) refusals += 1
  // The same row becomes shorter, for which there is room.
  expect(await call('POST', '/__mock/v1/clock/resume')).toMatchObject({ status: 200 })
  return { emails, exportPath: `exports/${id}` }
}

const emailsOf = async (call: Call) => {
  const { status, body } = await call('GET', 'users?limit=100')
  expect(status).toBe(200)
  return (body as { users: { email: string }[] }).users.map(({ email }) => email)
}

describe('a server whose state file has no room', () => {
  it('reads and refuses, says so once a minute, and does all that is due when there is room again', async () => {
    const call = await start()
    const { emails, exportPath } = await fill(call)
    // The export is due after a second, and is tried again after another one.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(await call('POST', 'users', userOf('one-more@example.com'))).toEqual({
      status: 500,
      body: {
        error:
          'The state cannot be written, so nothing has changed. Make room where the mock keeps it, and call again; its log has the cause.',
        code: 'internal_server_error',
      },
    })
    expect(new Set(await emailsOf(call))).toEqual(new Set(emails))
    const readExport = async () => (await call('GET', exportPath)).body
    expect(await readExport()).toMatchObject({ status: 'pending', startedAt: null })
    expect(log).toBe(
      'latchkey-mock: The state cannot be written: database or disk is full. Calls that change something fail with 500 ' +
        'and change nothing, and due jobs wait. Make room where the state is kept, and the mock goes on by itself.\n',
    )
    await limitPages(100_000)
    await vi.waitFor(async () => expect(await readExport()).toMatchObject({ status: 'completed' }))
    expect(await call('POST', 'users', userOf('one-more@example.com'))).toMatchObject({ status: 201 })
  })

  it('ends by SIGTERM, and has lost nothing that it acknowledged', async () => {
    const call = await start()
    const { emails, exportPath } = await fill(call)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    const again = await start()
    expect(new Set(await emailsOf(again))).toEqual(new Set(emails))
    const readExport = async () => (await again('GET', exportPath)).body
    await vi.waitFor(async () => expect(await readExport()).toMatchObject({ status: 'completed' }))
  })
})
