/** Adds an operation to the repository: its description, its handler and its tests, to be filled in. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { planOperation } from './newOperation/plan.ts'
import { readRequest, usage, UsageError } from './newOperation/request.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)

/** Writes all files in the repository's form, or none of them. */
function write(files: ReadonlyMap<string, string>): void {
  const before = new Map([...files.keys()].map((path) => [path, read(path)]))
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    execFileSync('oxfmt', [...files.keys()], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    for (const [path, text] of before) {
      if (text === undefined) rmSync(join(root, path), { force: true })
      else writeFileSync(join(root, path), text)
    }
    throw error
  }
}

const argv = process.argv.slice(2)
if (argv.includes('--help')) console.log(usage)
else
  try {
    const files = planOperation(readRequest(argv), read)
    write(files)
    console.log(
      [
        'Wrote stubs into these files. Fill in what says TODO:',
        ...[...files.keys()].map((path) => `  ${path}`),
        '\nRun `pnpm generate` once the description is complete.',
      ].join('\n'),
    )
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
