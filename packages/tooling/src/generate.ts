/**
 * Writes every generated file of the repository.
 *
 * `--check` writes nothing and fails when a committed file differs from what would be written.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { generators } from './generators.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a generator with the arguments of this process, and ends when it has ended. */
async function run(script: string): Promise<void> {
  // A generator may read what it needs from sources that nobody has built.
  const args = ['--conditions=@latchkey/source', script, ...process.argv.slice(2)]
  const generator = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
  const [code] = (await once(generator, 'exit')) as [code: number | null]
  if (code !== 0) process.exitCode = 1
}

// A check reads only committed files, so that all of them can run at once.
if (process.argv.includes('--check')) await Promise.all(generators.map(run))
else
  for (const script of generators) {
    await run(script)
    if (process.exitCode) break
  }
