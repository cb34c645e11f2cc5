import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { makeFolder, typeErrors } from './typeCheck.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Node itself loads the packages' sources: transforming them would take ten times as long. */
const config = `export default {
  resolve: { conditions: ['@latchkey/source'] },
  ssr: { resolve: { conditions: ['@latchkey/source'] } },
  test: {
    execArgv: ['--conditions=@latchkey/source'],
    server: { deps: { external: [/[/]packages[/][a-z]+[/]src[/]/] } },
    testTimeout: 300_000,
  },
}`

interface Report {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

it('runs the app and its tests from the code blocks of the README at the root', async () => {
  const blocks = Array.from(readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```/gms), ([, name = '', code = '']) => [
    name,
    code,
  ])
  expect(blocks.map(([name]) => name)).toEqual(['app.ts', 'app.test.ts'])
  const folder = makeFolder({ ...Object.fromEntries(blocks), 'vitest.config.ts': config })
  const report = join(folder, 'report.json')
  const running = promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--root', folder, '--reporter=json', `--outputFile=${report}`],
    { cwd: folder },
  ).catch(() => undefined)
  expect(await typeErrors(folder, ['app.ts', 'app.test.ts'])).toEqual([])
  await running
  const [file, ...others] = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults
  expect([file?.message, others]).toEqual(['', []])
  expect(file?.assertionResults.map(({ title, status }) => [title, status])).toEqual([
    ['signs in with the code from the e-mail', 'passed'],
    ['lists who has signed up', 'passed'],
  ])
}, 300_000)
