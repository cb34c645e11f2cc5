import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callCommandLine, createCommandLine } from '../../test/support/commandLine.ts'

const { run } = createCommandLine()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-names-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = async (text: string) => {
  const path = join(folder, 'names.json')
  await writeFile(path, text)
  return path
}

describe('--names', () => {
  it('serves the names of a file, and prints a call that has them', async () => {
    const names = {
      paths: { '/api/v0/*': '/v1/*' },
      fields: { users: 'people' },
      tokenPrefixes: { lk_sandbox_: 'test_' },
    }
    const { started } = run('-p', '0', '--names', await write(JSON.stringify(names)))
    const [, token, url] = /curl -H 'authorization: Bearer (test_\w{40})' (http\S+\/v1\/\S+)/.exec(await started) ?? []
    const response = await fetch(url ?? '', { headers: { authorization: `Bearer ${token}` } })
    expect([response.status, await response.json()]).toEqual([200, { count: 0, people: [] }])
  })

  it.each([
    [
      '{ "fields": { "usrId": "user_id" } }',
      'cannot be used: the document has no field "usrId". Did you mean "userId"?',
    ],
    ['[]', 'cannot be used: it takes an object.'],
    ['{', 'cannot be read: '],
  ])('does not start with the file %s', async (text, reason) => {
    const file = await write(text)
    const { exitCode, stderr } = await callCommandLine('-p', '0', '--names', file)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`latchkey-mock: The names file ${file} ${reason}`)
  })

  it('does not start without the file', async () => {
    const file = join(folder, 'none.json')
    const { exitCode, stderr } = await callCommandLine('-p', '0', '--names', file)
    expect([exitCode, stderr]).toEqual([
      2,
      `latchkey-mock: The names file ${file} cannot be read: there is no such file.\n`,
    ])
  })
})
