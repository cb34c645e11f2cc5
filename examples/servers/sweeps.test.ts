import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 1_800_000 })

const isFull = process.env['LATCHKEY_TESTS'] === 'full'
const command = join(
  dirname(createRequire(import.meta.url).resolve('@latchkey/mock/package.json')),
  'dist/bin/latchkeyMock.js',
)
/** Those of compilers take ten seconds to start, for each case. */
const frameworks = isFull ? ['express', 'fastify', 'hono', 'next', 'sveltekit'] : ['express', 'fastify', 'hono']
const choice = isFull ? [] : ['--sample', '4']

it.each(frameworks)('the app of %s answers in time, without a stack, and goes on, whatever fails', (framework) => {
  // Next starts one server of development in a folder, and refuses a second one beside it.
  const jobs = framework === 'next' ? '1' : '2'
  const flags = ['--must-pass', 'network,refusal', '--jobs', jobs, '--timeout', '120', ...choice]
  const args = [command, 'sweep', ...flags, '--', process.execPath, 'visit.ts', framework]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/ cases, 0 faults\n/) })
})
