import { readFile, stat, writeFile } from 'node:fs/promises'
import { users } from '@latchkey/client/operations'
import { describe, expect, it, vi } from 'vitest'
import { closedUrl, startWorld } from './testing.ts'

vi.setConfig({ testTimeout: 300_000 })

const people = (count: number) => Array.from({ length: count }, (_, i) => `person${i + 1}@example.com,Person ${i + 1}`)

async function withCsv(lines: string[], name = 'users.csv') {
  const world = await startWorld()
  await writeFile(world.path(name), lines.join('\n'))
  const emails = async () =>
    (await users.list(world.api, { query: { limit: 100, orderBy: 'createdAt-asc' } }).toArray()).map(
      ({ email }) => email,
    )
  const calls = () => world.mock.journal.list('users.bulkCreate').length
  return { ...world, emails, calls }
}

describe('importUsers', () => {
  it('creates the users of a file, 50 with each request', async () => {
    const { run, api, emails, calls } = await withCsv([
      'email,firstName,metadata.plan',
      ...people(120).map((line) => `${line},studio`),
    ])
    const { code, stdout, stderr } = await run('importUsers.ts', ['users.csv'])
    expect(stderr).toBe('')
    expect(stdout).toContain('line 2: created person1@example.com\n')
    expect(stdout).toContain('line 121: created person120@example.com\n120 created, 0 updated, 0 failed.')
    expect(code).toBe(0)
    expect(calls()).toBe(3)
    expect(new Set(await emails()).size).toBe(120)
    const { users: [importedUser] = [] } = await users.list(api, {
      query: { filter: { filterColumn: 'email', filterValue: 'person77@example.com' } },
    })
    expect(importedUser).toMatchObject({ firstName: 'Person 77', metadata: { plan: 'studio' } })
  })

  it('refuses users who already exist, and updates them with --upsert', async () => {
    const { run, emails, api, path } = await withCsv(['email,firstName', ...people(3)])
    await run('importUsers.ts', ['users.csv'])
    const again = await run('importUsers.ts', ['users.csv'])
    expect(again.stdout).toMatch(/line 3: .*e-mail.*\n.*\n0 created, 0 updated, 3 failed/)
    expect(again.stderr).toContain('Rows that failed: 3. They are in users.failed.csv.')
    expect(again.code).toBe(1)
    expect((await stat(path('users.failed.csv'))).mode & 0o777).toBe(0o600)
    await writeFile(path('renamed.csv'), 'email,firstName\nPERSON2@example.com,Ada\nnew@example.com,Bea\n')
    const upserted = await run('importUsers.ts', ['renamed.csv', '--upsert'])
    expect(upserted.stdout).toBe(
      'line 2: updated PERSON2@example.com\nline 3: created new@example.com\n1 created, 1 updated, 0 failed.\n',
    )
    expect(upserted.code).toBe(0)
    expect((await run('importUsers.ts', ['renamed.csv', '--upsert'])).stdout).toContain(
      '0 created, 2 updated, 0 failed.',
    )
    expect(await emails()).toHaveLength(4)
    expect((await users.list(api).toArray()).map(({ firstName }) => firstName)).toContain('Ada')
  })

  it('imports the valid rows, and the others after they were corrected', async () => {
    const { run, emails, path } = await withCsv([
      'email,metadata.note,country',
      'ada@example.com,"Two',
      'lines",GB',
      '',
      'bea@example.com,Bea,GB,extra',
      ',Nobody,GB',
      'ADA@example.com,Ada again,GB',
      'cleo@example.com,Cleo,gb',
      'not an address,Dan,GB',
      'eve@example.com,Eve,GB',
    ])
    const { code, stdout } = await run('importUsers.ts', ['users.csv'])
    expect(code).toBe(1)
    expect(stdout).toContain('line 2: created ada@example.com')
    expect(stdout).toContain('line 5: The row has 4 cells, but there are 3 columns.')
    expect(stdout).toContain('line 6: The row has no e-mail address.')
    expect(stdout).toContain('line 7: The e-mail address is on line 2 already.')
    expect(stdout).toMatch(/line 8: users\.bulkCreate was refused with 400 .*country.*\(request \S+\)/)
    expect(stdout).toMatch(/line 9: users\.bulkCreate was refused with 400 .*email/)
    expect(stdout).toContain('line 10: created eve@example.com\n2 created, 0 updated, 5 failed.')

    const failed = await readFile(path('users.failed.csv'), 'utf8')
    expect(failed.split('\r\n').slice(0, 2)).toEqual([
      'line,problem,email,metadata.note,country',
      '5,"The row has 4 cells, but there are 3 columns.",bea@example.com,Bea,GB,extra',
    ])
    const mended = failed
      .replace(',extra', '')
      .replace(',,Nobody', ',fay@example.com,Fay')
      .replace('ADA@', 'gil@')
      .replace('gb', 'GB')
      .replace('not an address', 'dan@example.com')
    await writeFile(path('mended.csv'), mended)
    expect((await run('importUsers.ts', ['mended.csv'])).stdout).toContain('5 created, 0 updated, 0 failed.')
    expect((await emails()).sort()).toEqual(
      ['ada', 'bea', 'cleo', 'dan', 'eve', 'fay', 'gil'].map((name) => `${name}@example.com`),
    )
  })

  it('reads files of a spreadsheet, with a byte order mark and CRLF line ends', async () => {
    const { run, api } = await withCsv([
      '\uFEFFemail,metadata.note\r',
      'ada@example.com,first\r',
      '"bea@example.com","the ""second"", of two"\r',
      '',
    ])
    expect((await run('importUsers.ts', ['users.csv'])).code).toBe(0)
    const importedUsers = await users.list(api, { query: { orderBy: 'createdAt-asc' } }).toArray()
    expect(importedUsers.map(({ email, metadata }) => [email, metadata?.note])).toEqual([
      ['ada@example.com', 'first'],
      ['bea@example.com', 'the "second", of two'],
    ])
  })

  it('reports a quote that is never closed, and imports the rows before it', async () => {
    const { run, emails } = await withCsv([
      'email,firstName',
      'ada@example.com,Ada',
      'bea@example.com,"Bea',
      'cleo@example.com,Cleo',
    ])
    const { code, stdout } = await run('importUsers.ts', ['users.csv'])
    expect(stdout).toContain('line 3: The row is no CSV: Quoted field unterminated.')
    expect(code).toBe(1)
    expect(await emails()).toEqual(['ada@example.com'])
  })

  it('writes the remaining rows to the file of failed rows when the service fails half-way', async () => {
    const { run, emails, mock, path } = await withCsv(['email,firstName', ...people(70)])
    mock.override('users.bulkCreate', async (_, next) => {
      const reply = await next()
      mock.faults.set('users.bulkCreate', { status: 503 }, 1)
      return reply
    })
    const { code, stdout } = await run('importUsers.ts', ['users.csv'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/line 52: Perhaps not imported: users\.bulkCreate was refused with 503/)
    expect(stdout).toContain('50 created, 0 updated, 20 failed.')
    expect((await readFile(path('users.failed.csv'), 'utf8')).split('\n')).toHaveLength(22)
    mock.faults.clear()
    expect((await run('importUsers.ts', ['users.failed.csv'])).stdout).toContain('20 created, 0 updated, 0 failed.')
    expect(await emails()).toHaveLength(70)
  })

  it('reports which rows are imported when the service fails between valid and failed rows', async () => {
    const { run, mock, path, emails } = await withCsv([
      'email,country',
      'ada@example.com,GB',
      'bea@example.com,gb',
      'cleo@example.com,GB',
    ])
    let calls = 0
    mock.override('users.bulkCreate', (_, next) =>
      ++calls > 1 ? { status: 503, body: { error: 'Try again later.', code: 'unavailable' } } : next(),
    )
    const { code, stdout } = await run('importUsers.ts', ['users.csv'])
    expect(stdout).toMatch(
      /^line 2: created ada@example\.com\nline 3: .+ 400 .+\nline 4: Perhaps not imported: .+ 503 .+\n1 created, 0 updated, 2 failed\.\n$/,
    )
    expect(code).toBe(1)
    expect((await readFile(path('users.failed.csv'), 'utf8')).split(/\r?\n/).map((line) => line.slice(0, 2))).toEqual([
      'li',
      '3,',
      '4,',
      '',
    ])
    expect(await emails()).toEqual(['ada@example.com'])
  })

  it('recognises its rows when the service answers addresses in lower case', async () => {
    const { run, mock } = await withCsv(['email', 'ADA@example.com'])
    mock.override('users.bulkCreate', async (_, next) => {
      const { status, body } = await next()
      const created = body.created?.map((user) => ({ ...user, email: 'ada@example.com' }))
      return { status, body: { ...body, created } }
    })
    expect((await run('importUsers.ts', ['users.csv'])).stdout).toBe(
      'line 2: created ADA@example.com\n1 created, 0 updated, 0 failed.\n',
    )
  })

  it('sends nothing on --dry-run, for which it needs no token', async () => {
    const { run, mock } = await withCsv([
      'email',
      ...people(60).map((line) => line.split(',')[0] ?? ''),
      'person1@example.com',
    ])
    const { code, stdout, stderr } = await run('importUsers.ts', ['users.csv', '--dry-run'], { LATCHKEY_TOKEN: '' })
    expect(stdout).toBe(
      'line 62: The e-mail address is on line 2 already.\nUsers that would be sent: 60. Requests: 2.\n',
    )
    expect(stderr).toBe('Rows that cannot be sent: 1.\n')
    expect(code).toBe(1)
    expect(mock.journal.list()).toEqual([])
  })

  it.each([
    ['no file', [], 'One CSV file is needed.'],
    ['a file that is not there', ['missing.csv'], 'missing.csv cannot be read: ENOENT: no such file or directory'],
    ['a file without e-mail addresses', ['names.csv'], 'one of them has to be "email"'],
    ['a column that users do not have', ['columns.csv'], 'The column "shoeSize" is none of: email, '],
    ['a column that is there twice', ['twice.csv'], 'The column "email" is there twice.'],
    [
      'a file in another encoding',
      ['latin1.csv'],
      'latin1.csv cannot be read: The encoded data was not valid for encoding utf-8',
    ],
    ['a flag that does not exist', ['users.csv', '--force'], "Unknown option '--force'"],
  ])('is refused with its usage: %s', async (_, args, message) => {
    const { run, path, mock } = await withCsv(['email', 'ada@example.com'])
    await writeFile(path('names.csv'), 'firstName\nAda\n')
    await writeFile(path('columns.csv'), 'email,shoeSize\nada@example.com,38\n')
    await writeFile(path('twice.csv'), 'email,email\nada@example.com,bea@example.com\n')
    await writeFile(path('latin1.csv'), Buffer.from('email,firstName\nada@example.com,Zo\u00EB\n', 'latin1'))
    const { code, stdout, stderr } = await run('importUsers.ts', args)
    expect(stderr.split('\n')).toEqual([
      expect.stringContaining(message),
      'Usage: node importUsers.ts <users.csv> [--upsert] [--dry-run]',
      '',
    ])
    expect(stdout).toBe('')
    expect(code).toBe(2)
    expect(mock.journal.list()).toEqual([])
  })

  it('does not write over the failed rows of an earlier import', async () => {
    const { run, path, mock } = await withCsv(['email', 'ada@example.com'])
    await writeFile(path('users.failed.csv'), 'half mended')
    const { code, stderr } = await run('importUsers.ts', ['users.csv'])
    expect(stderr).toContain('users.failed.csv is there from an earlier import')
    expect(code).toBe(2)
    expect(await readFile(path('users.failed.csv'), 'utf8')).toBe('half mended')
    expect(mock.journal.list()).toEqual([])
  })

  it('shows why the service refuses, and leaves no file behind', async () => {
    const { run, mock, path, emails } = await withCsv(['email', 'ada@example.com'])
    const { rawToken } = await mock.create.token({ scopes: ['environment.users.read'] })
    const unknown = await run('importUsers.ts', ['users.csv'], { LATCHKEY_TOKEN: `lk_sandbox_${'x'.repeat(40)}` })
    expect(unknown.stderr).toMatch(/^users\.bulkCreate was refused with 401 \w+: .+ \(request \S+\)\n$/)
    const unscoped = await run('importUsers.ts', ['users.csv'], { LATCHKEY_TOKEN: rawToken })
    expect(unscoped.stderr).toMatch(/^users\.bulkCreate was refused with 403 \w+: .+ \(request \S+\)\n$/)
    const unreachable = await run('importUsers.ts', ['users.csv'], { LATCHKEY_URL: await closedUrl() })
    expect(unreachable.stderr).toMatch(/^users\.bulkCreate got no whole reply from 127\.0\.0\.1:\d+: ECONNREFUSED\.\n$/)
    expect([unknown.code, unscoped.code, unreachable.code]).toEqual([1, 1, 1])
    await expect(stat(path('users.failed.csv'))).rejects.toThrow('ENOENT')
    expect(await emails()).toEqual([])
  })

  it.each(['LATCHKEY_URL', 'LATCHKEY_ENVIRONMENT_ID', 'LATCHKEY_TOKEN'])('says that %s is not set', async (name) => {
    const { run } = await withCsv(['email', 'ada@example.com'])
    const { code, stderr } = await run('importUsers.ts', ['users.csv'], { [name]: '' })
    expect(stderr).toBe(`${name} is not set.\nUsage: node importUsers.ts <users.csv> [--upsert] [--dry-run]\n`)
    expect(code).toBe(2)
  })

  it('prints its usage', async () => {
    const { run } = await withCsv([])
    expect(await run('importUsers.ts', ['--help'])).toEqual({
      code: 0,
      stdout: 'Usage: node importUsers.ts <users.csv> [--upsert] [--dry-run]\n',
      stderr: '',
    })
  })

  it.each([
    ['a text that is not a URL', { LATCHKEY_URL: 'api.example.com' }],
    ['a token that was copied with a line too many', { LATCHKEY_TOKEN: 'lk_sandbox_\nxxxxxx' }],
  ])('refuses %s', async (_, overrides: Record<string, string>) => {
    const { run } = await withCsv(['email', 'ada@example.com'])
    const { code, stderr } = await run('importUsers.ts', ['users.csv'], overrides)
    expect(stderr).toMatch(/^LATCHKEY_URL or the token cannot be used\. .+\nUsage: /)
    expect(code).toBe(2)
  })
})
