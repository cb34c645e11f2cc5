import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCommandLine } from '../../test/support/commandLine.ts'
import { startServer } from '../hosts/server.ts'
import { createMock } from '../mock/createMock.ts'

const { run } = createCommandLine()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-broken-'))
})
afterEach(() => rm(folder, { recursive: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const taken = createServer().listen(0, '127.0.0.1', () => {
      const address = taken.address()
      taken.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Expects exit code 2, one line, and no change of any file in the folder. */
async function expectRefusal(sentence: RegExp, ...args: string[]) {
  const contents = async () =>
    Promise.all((await readdir(folder)).sort().map(async (name) => [name, await bytesOf(join(folder, name))]))
  const before = await contents()
  const { ended, output } = run('-p', String(await freePort()), ...args)
  expect([await ended, output.stdout]).toEqual([2, ''])
  expect(output.stderr.split('\n')).toEqual([expect.stringMatching(sentence), ''])
  expect(await contents()).toEqual(before)
}
const bytesOf = (path: string) =>
  readFile(path).then(
    (bytes) => createHash('sha256').update(bytes).digest('hex'),
    ({ code }: NodeJS.ErrnoException) => code,
  )

interface Row {
  [column: string]: unknown
}
type Dump = { version: unknown; now: unknown; random: unknown; tables: Record<string, Row[]> }

async function dumpOf(change: (dump: Dump) => void): Promise<string> {
  const mock = createMock()
  await mock.create.user({ email: 'ada@example.com' })
  await mock.create.user({ email: 'grace@example.com' })
  const dump = JSON.parse(JSON.stringify(mock.export())) as Dump
  change(dump)
  return JSON.stringify(dump)
}
const first = (dump: Dump, table: string): Row => dump.tables[table]?.[0] as Row

describe('--import', () => {
  it.each<[string, string | ((dump: Dump) => void), RegExp]>([
    ['truncated JSON', '{"version":1,"tables":{', /The state \S+ cannot be read: .*JSON/],
    ['another version', (dump) => (dump.version = 2), /version must be 1, as in a state that was exported\.$/],
    ['a time beyond the clock', (dump) => (dump.now = 1e300), /is not a result of `export\(\)`/],
    ['broken randomness', (dump) => (dump.random = ['a']), /is not a result of `export\(\)`/],
    ['an unknown table', (dump) => (dump.tables.userz = []), /there is no table "userz"/],
    [
      'a user without an id',
      (dump) => delete first(dump, 'users').id,
      /record 0 of "users" is not an object with a string/,
    ],
    [
      'two users with one id',
      (dump) => (first(dump, 'users').id = dump.tables.users?.[1]?.id),
      /has the id of an earlier record/,
    ],
    [
      'a credential of a user who is missing',
      (dump) => (first(dump, 'credentials').userId = 'nobody'),
      /record 0 of "credentials" has a wrong "userId": there is no such record in users\./,
    ],
    [
      'a user of a missing environment',
      (dump) => (first(dump, 'users').environmentId = 'nowhere'),
      /record 0 of "users" has a wrong "environmentId"/,
    ],
    [
      'an object for an e-mail',
      (dump) => (first(dump, 'users').email = {}),
      /record 0 of "users" has a wrong "email": it is neither a text/,
    ],
    [
      'a number among e-mails',
      (dump) => (first(dump, 'users').email = 5),
      /record 1 of "users" has a wrong "email": it is a string, and others are a number/,
    ],
    [
      'no instant',
      (dump) => (first(dump, 'users').createdAt = 'yesterday'),
      /record 0 of "users" has a wrong "createdAt": it is not an instant/,
    ],
    [
      'two equal credentials',
      (dump) => dump.tables.credentials?.push({ ...first(dump, 'credentials'), id: 'x' }),
      /two records of "credentials" are equal in "byKey"/,
    ],
  ])('refuses %s, and leaves no state file', async (_, data, sentence) => {
    const file = join(folder, 'state.json')
    await writeFile(file, typeof data === 'string' ? data : await dumpOf((dump) => void data(dump)))
    await expectRefusal(sentence, '--import', file, '--state', join(folder, 'state.db'))
  })

  it('refuses a folder', () => expectRefusal(/cannot be read: this is a folder\.$/, '--import', folder))
})

describe('--state', () => {
  const state = () => join(folder, 'state.db')
  /** A state file with two users, whose rows are changed. */
  async function keep(statement: string) {
    const { mock, close } = await startServer({}, { state: state() })
    await mock.create.user({ email: 'ada@example.com' })
    await close()
    const database = new DatabaseSync(state())
    database.exec(statement)
    database.close()
  }

  it.each([
    ['JSON that is cut off', "UPDATE records SET json = '{' WHERE tableName = 'users'", /is damaged: .*JSON/],
    [
      'a record that is no object',
      "UPDATE records SET json = 'null' WHERE tableName = 'users'",
      /is damaged: the record "\S+" of "users" is not an object\.$/,
    ],
    [
      'a record that is a list',
      "UPDATE records SET json = '[]' WHERE tableName = 'users'",
      /is damaged: the record "\S+" of "users" is not an object\.$/,
    ],
    [
      'a record that is a number',
      "UPDATE records SET json = '5' WHERE tableName = 'users'",
      /is damaged: the record "\S+" of "users" is not an object\.$/,
    ],
    ['a missing part', "DELETE FROM records WHERE id LIKE 'effects %'", /is damaged: a part of it is missing\.$/],
    [
      'a part of another type',
      `UPDATE records SET json = '5' WHERE id LIKE 'origin %'`,
      /is damaged: a part of it is missing\.$/,
    ],
    [
      'a credential without its user',
      "DELETE FROM records WHERE tableName = 'users'",
      /is damaged: record 0 of "credentials" has a wrong "userId"/,
    ],
    [
      'another version',
      `UPDATE records SET json = replace(json, '"version":1,', '"version":99,') WHERE id LIKE 'origin %'`,
      /it has version 99/,
    ],
  ])('refuses %s, and leaves the file as it is', async (_, statement, sentence) => {
    await keep(statement)
    await expectRefusal(sentence, '--state', state())
  })

  it("refuses another program's database, and writes nothing to it", async () => {
    const database = new DatabaseSync(state())
    database.exec("CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('Blue')")
    database.close()
    await expectRefusal(/is not a state file\.$/, '--state', state())
    const other = new DatabaseSync(state())
    other.exec('ALTER TABLE songs RENAME TO records')
    other.close()
    await expectRefusal(/is not a state file\.$/, '--state', state())
  })

  it('refuses a file that is cut off', async () => {
    await keep('SELECT 1')
    const bytes = await readFile(state())
    await writeFile(state(), bytes.subarray(0, bytes.length / 2))
    await expectRefusal(/^latchkey-mock: The state file /, '--state', state())
  })

  it('refuses a folder, and a file in a folder that is a file', async () => {
    await mkdir(state())
    await expectRefusal(/state\.db cannot be opened: /, '--state', state())
    await writeFile(join(folder, 'file'), '')
    await expectRefusal(/cannot be opened: /, '--state', join(folder, 'file', 'state.db'))
  })

  it('refuses a file that it may not read, unless it may read every file', async () => {
    await keep('SELECT 1')
    await chmod(state(), 0)
    if (process.getuid?.() !== 0) return expectRefusal(/cannot be opened: /, '--state', state())
    const { child, started } = run('-p', String(await freePort()), '--json', '--state', state())
    expect(JSON.parse(await started).url).toMatch(/^http/)
    child.kill('SIGTERM')
  })
})
