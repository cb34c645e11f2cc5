import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** A copy of the repository that a test may change. */
export interface RepositoryCopy {
  readonly folder: string
  /** Runs a command in the copy. `npx pnpm@12 <script>` runs the script without installing anything. */
  run(command: string): Promise<void>
  /** @throws Error if the change leaves the file as it is */
  edit(path: string, change: (text: string) => string): void
  /** The text of a file, or undefined if there is none. */
  read(path: string): string | undefined
  /** Writes a file. Without a text it removes it. */
  write(path: string, text: string | undefined): void
  remove(): void
}

/** Copies the repository without what is installed or built, and links what is installed. */
export function copyRepository(): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-walk-'))
  const left = new Set(['node_modules', 'dist', 'coverage', '.git', 'examples'])
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'packages'))) linkModules(folder, join('packages', name, 'node_modules'))
  return {
    folder,
    async run(command) {
      const line = command.replace(/^npx pnpm@12 (\S+)/, (_, name: string) => scripts[name] ?? `no-script-${name}`)
      const PATH = [dirname(process.execPath), join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
      // The variables that vitest sets here would affect the test run in the copy.
      const { VITEST: _, NODE_ENV: __, ...env } = process.env
      const ran = promisify(execFile)('sh', ['-c', line], { cwd: folder, env: { ...env, PATH }, maxBuffer: 2 ** 26 })
      await ran.catch((error: { stdout: string; stderr: string }) => {
        throw new Error(`\`${line}\` failed:\n${error.stdout}\n${error.stderr}`)
      })
    },
    edit(path, change) {
      const before = readFileSync(join(folder, path), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`Nothing to replace in ${path}.`)
      writeFileSync(join(folder, path), after)
    },
    read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined),
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      if (text === undefined) rmSync(join(folder, path))
      else writeFileSync(join(folder, path), text)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Links the dependencies of a package, if it has any. Those of this repository are the copy's. */
function linkModules(folder: string, modules: string): void {
  if (!existsSync(join(root, modules))) return
  const names = readdirSync(join(root, modules), { withFileTypes: true }).map(({ name }) => name)
  mkdirSync(join(folder, modules, '@latchkey'), { recursive: true })
  for (const name of names.filter((name) => name !== '@latchkey')) {
    symlinkSync(join(root, modules, name), join(folder, modules, name))
  }
  if (!names.includes('@latchkey')) return
  for (const name of readdirSync(join(root, modules, '@latchkey'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, modules, '@latchkey', name))
  }
}
