import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-walk-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Copies the repository without what is installed or built, and links what is installed. */
function copyRepository(): void {
  const left = new Set(['node_modules', 'dist', 'coverage', '.git', 'examples'])
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'packages'))) linkModules(join('packages', name, 'node_modules'))
}

/** Links the dependencies of a package. Those of this repository are the copy's. */
function linkModules(modules: string): void {
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

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Runs a command in the copy. `npx pnpm@12 <script>` runs the script without installing anything. */
async function run(command: string): Promise<void> {
  const line = command.replace(/^npx pnpm@12 (\S+)/, (_, name: string) => scripts[name] ?? `no-script-${name}`)
  const PATH = [dirname(process.execPath), join(folder, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // The variables that vitest sets here would affect the test run in the copy.
  const { VITEST: _, NODE_ENV: __, ...env } = process.env
  const ran = promisify(execFile)('sh', ['-c', line], { cwd: folder, env: { ...env, PATH }, maxBuffer: 2 ** 26 })
  await ran.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`\`${line}\` failed:\n${error.stdout}\n${error.stderr}`)
  })
}

/** The compiler's errors in files of the copied mock. Other files are checked only as far as these use them. */
function typeErrors(files: readonly string[]): string[] {
  const mock = join(folder, 'packages/mock')
  const { config } = ts.readConfigFile(join(mock, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, mock)
  const program = ts.createProgram(
    files.map((file) => join(mock, file)),
    options,
  )
  const diagnostics = files.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(join(mock, file))))
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** The code blocks of the section that tells how to add an operation, without their indentation. */
function readBlocks(language: string): string[] {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = page.split(/^## /m).find((part) => part.startsWith('How to add an operation')) ?? ''
  const blocks = section.matchAll(/^ {3}```(\w+)\n(.*?)^ {3}```/gms)
  return [...blocks].flatMap(([, tag, code = '']) => (tag === language ? [code.replaceAll(/^ {3}/gm, '')] : []))
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`Nothing to replace in ${path}.`)
  writeFileSync(join(folder, path), after)
}

it('adds an operation by the steps of CONTRIBUTING.md, and all checks pass', { timeout: 300_000 }, async () => {
  const [writeStubs, generate, test, ...otherCommands] = readBlocks('sh') as [string, string, string]
  const [pathItem, ...otherItems] = readBlocks('yaml') as [string]
  const [handler, tests, ...otherCode] = readBlocks('ts') as [string, string]
  expect([otherCommands, otherItems, otherCode]).toEqual([[], [], []])
  copyRepository()

  await run(writeStubs)
  edit('spec/resources/gates/paths.yaml', (text) => text.replace(/^duplicate:\n(?: .*\n|\n)*/m, () => pathItem))
  await run(generate)
  edit('packages/mock/src/operations/gates/gates.ts', (text) =>
    text.replace(/^ {2}duplicate\(\) \{\n.*\n {2}\},\n/m, () => handler.replaceAll(/^(?=.)/gm, '  ')),
  )
  edit('packages/mock/src/operations/gates/duplicate.test.ts', () => tests)

  const checks = Promise.all([
    run(test),
    run('oxfmt --check && oxlint --deny-warnings packages/mock/src/operations'),
    run('redocly lint --config spec/redocly.yaml'),
  ])
  const operations = ['gates/gates.ts', 'generated/resources.ts', 'gates/duplicate.test.ts']
  const errors = typeErrors(operations.map((file) => `src/operations/${file}`))
  await checks
  expect(errors).toEqual([])
  expect(readFileSync(join(folder, 'SUPPORTED.md'), 'utf8')).toContain('| `gates.duplicate` | `POST /environments/')
  expect(readFileSync(join(folder, 'packages/client/docs/api/gates.md'), 'utf8')).toContain('gates.duplicate(client')
})
