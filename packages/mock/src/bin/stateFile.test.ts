import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createRandom } from '@latchkey/base/random'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { bundledCommand } from '../../test/support/bundledCommand.ts'

// A server that is killed while it writes. `STATE_FILE_KILLS` sets how often.
const kills = Number(process.env.STATE_FILE_KILLS ?? 6)
vi.setConfig({ testTimeout: 300_000 + kills * 30_000 })

let folder: string
let state: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kills-'))
  state = join(folder, 'state.db')
})
afterAll(() => rm(folder, { recursive: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const address = taken.address()
      taken.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

interface Life {
  readonly child: ChildProcess
  readonly api: string
  readonly environmentId: string
  readonly headers: Readonly<Record<string, string>>
}

/** Starts the server. Resolves when it listens. */
async function live(port: number): Promise<Life> {
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    bundledCommand,
    '--state',
    state,
    '--port',
    String(port),
    '--json',
  ])
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)))
    child.stderr.once('data', (chunk) => reject(new Error(String(chunk))))
  })
  const { url, environments } = JSON.parse(line)
  const { id, token } = environments.sandbox
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { child, api: `${url}/api/v0`, environmentId: id, headers }
}

/** The users that the server has acknowledged: the alias of each, or null for a deleted one. */
type Acknowledged = Map<string, string | null>

/** Creates, changes and deletes users until the server is gone. */
async function write(
  { child, api, environmentId, headers }: Life,
  name: string,
  acknowledged: Acknowledged,
): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(api + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    return text
  }
  try {
    for (let turn = 0; ; turn++) {
      const fields = { email: `${name}-${turn}@example.com`, alias: 'new' }
      const { user } = JSON.parse(await send('POST', `/environments/${environmentId}/users`, fields))
      acknowledged.set(user.id, 'new')
      // Whether an unanswered call had its effect is open.
      if (turn % 3 > 0) acknowledged.delete(user.id)
      if (turn % 3 === 1) {
        await send('PUT', `/users/${user.id}`, { alias: name })
        acknowledged.set(user.id, name)
      }
      if (turn % 3 === 2) {
        await send('DELETE', `/users/${user.id}`)
        acknowledged.set(user.id, null)
      }
    }
  } catch (error) {
    if (!child.killed) throw error
  }
}

it('loses nothing that it has acknowledged when it is killed, and keeps no half of a write', async () => {
  const port = await freePort()
  const random = createRandom('kills')
  const acknowledged: Acknowledged = new Map()
  for (let life = 0; life < kills; life++) {
    const before = acknowledged.size
    const server = await live(port)
    const ended = new Promise((resolve) => server.child.on('close', resolve))
    const writers = ['a', 'b', 'c', 'd'].map((name) => write(server, `${name}${life}`, acknowledged))
    // The first call takes longer than all others, since it loads the operations.
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before), { interval: 5 })
    setTimeout(() => server.child.kill('SIGKILL'), random.bytes(1)[0])
    await Promise.all([...writers, ended])
  }
  const server = await live(port)
  const wrong: string[] = []
  for (const [id, alias] of acknowledged) {
    const response = await fetch(`${server.api}/users/${id}`, { headers: server.headers })
    const { user } = (response.ok ? await response.json() : {}) as { user?: { alias: string } }
    if ((user?.alias ?? null) !== alias) wrong.push(`${id}: ${user?.alias} instead of ${alias}`)
  }
  server.child.kill('SIGKILL')
  await new Promise((resolve) => server.child.on('close', resolve))
  expect(acknowledged.size).toBeGreaterThan(kills)
  expect(wrong).toEqual([])
  const database = new DatabaseSync(state)
  const torn = database
    .prepare(
      `SELECT id FROM records AS credential WHERE tableName = 'credentials' AND NOT EXISTS (SELECT 1 FROM records
        WHERE state = credential.state AND tableName = 'users' AND id = credential.json ->> 'userId')`,
    )
    .all()
  expect([torn, database.prepare('PRAGMA integrity_check').all()]).toEqual([[], [{ integrity_check: 'ok' }]])
  database.close()
  if (process.env.STATE_FILE_KILLS) console.log(`${kills} kills, ${acknowledged.size} acknowledged users`)
})
