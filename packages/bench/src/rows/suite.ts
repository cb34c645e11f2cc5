import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installPackages } from '../installPackages.ts'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

/** 200 files give the same ratio, and take five times as long. */
const files = 40
const runs = 4

const run = promisify(execFile)
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const bench = fileURLToPath(new URL('../..', import.meta.url))

const withMock = `
  import { createMock } from '@latchkey/mock'
  import { expect, it } from 'vitest'

  const mock = createMock()
  const { id, token } = mock.defaults.environments.sandbox
  const users = mock.baseUrl + '/api/v0/environments/' + id + '/users'
  const authorization = 'Bearer ' + token

  it('reads the user that it has created', async () => {
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'ada@example.com' })
    const { user } = await (await mock.fetch(users, { method: 'POST', headers, body })).json()
    const response = await mock.fetch(users + '/' + user.id, { headers: { authorization } })
    expect((await response.json()).user.email).toBe('ada@example.com')
  })`

const withHandlers = `
  import { http, HttpResponse } from 'msw'
  import { setupServer } from 'msw/node'
  import { afterAll, beforeAll, expect, it } from 'vitest'

  const url = 'https://api.example.com/users'
  const user = { id: '1', email: 'ada@example.com' }
  const server = setupServer(
    http.post(url, () => HttpResponse.json({ user }, { status: 201 })),
    http.get(url + '/:id', () => HttpResponse.json({ user })),
  )
  beforeAll(() => server.listen())
  afterAll(() => server.close())

  it('reads the user that it has created', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'ada@example.com' })
    const { user } = await (await fetch(url, { method: 'POST', headers, body })).json()
    const response = await fetch(url + '/' + user.id)
    expect((await response.json()).user.email).toBe('ada@example.com')
  })`

/** A run of Vitest whose files each have a mock, beside one whose files have two handlers of msw. */
export async function suite(): Promise<Row[]> {
  // Inside of the package, so that the files find msw and Vitest.
  const folder = mkdtempSync(join(bench, '.suite-'))
  const suiteOf = (name: string, source: string) => {
    const root = join(folder, name)
    mkdirSync(root)
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    for (let i = 0; i < files; i++) writeFileSync(join(root, `users${i}.test.js`), source)
    return prepared(
      () => root,
      (cwd) => run(process.execPath, [vitest, 'run', '--root', cwd], { cwd }),
    )
  }
  try {
    installPackages(folder, ['@latchkey/mock'])
    const times = await mediansOf(runs, {
      mock: suiteOf('mock', withMock),
      handlers: suiteOf('handlers', withHandlers),
    })
    const what = `vitest: ${files} files with a mock each`
    return [ratio({ what, ours: times.mock, peer: times.handlers, name: 'with two handlers of msw each', limit: 1.15 })]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
