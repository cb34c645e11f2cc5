import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The program that `npx @latchkey/mock` starts. */
const command = fileURLToPath(new URL('../../mock/src/bin/latchkeyMock.ts', import.meta.url))

it('runs the code blocks of README.md as one program against the server that its command starts', async () => {
  const child = spawn(process.execPath, [
    '--conditions=@latchkey/source',
    '--no-warnings',
    command,
    '--port',
    '0',
    '--json',
  ])
  const folder = mkdtempSync(join(root, '.readme-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    child.kill()
  })
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const {
    url,
    environments: {
      sandbox: { id, token },
    },
  } = JSON.parse(line ?? '')
  const blocks = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```/gms)
  const file = join(folder, 'readme.ts')
  writeFileSync(file, Array.from(blocks, ([, code]) => code).join('\n'))
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@latchkey/source', '--no-warnings', file],
    {
      env: { ...process.env, API_URL: url, API_TOKEN: token, ENVIRONMENT_ID: id },
    },
  )
  expect(stderr).toBe('')
  const lines = [
    'Holders: 1 with this e-mail',
    String.raw`\d{4}-\d\d-\d\dT\S+Z`,
    String.raw`Holders 200 \S+`,
    '.+',
    String.raw`users\.create was refused with 400 \w+: .+`,
    String.raw`[0-9a-f-]{36}\n[0-9a-f-]{36}`,
    String.raw`\d+`,
    '2 of 2 undefined',
    'signedIn test-account@latchkey.test',
    'user:basic',
    'signedIn test-account@latchkey.test',
    'signedOut undefined',
    'signedIn test-account@latchkey.test',
    'EVM 132',
    'true',
    String.raw`1 \[\]`,
  ]
  expect(stdout).toMatch(new RegExp(`^${lines.join('\\n')}\\n$`))
})
