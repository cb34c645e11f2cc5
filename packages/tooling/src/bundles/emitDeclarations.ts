import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin/tsc')

/**
 * Writes the declarations of a package by the native compiler, unbundled. tsup only puts them together, since emitting
 * them as well took it most of a build. The sources are not checked, which `pnpm check:types` does.
 *
 * @param folder - Of the package, where its `tsconfig.json` is. It gets a folder `.declarations`, which
 *   `finishDeclarations.ts` removes.
 * @param entries - Source files by entry, relative to the package.
 * @returns The file of declarations of each entry, relative to the package.
 * @throws Error if a declaration that an entry leads to cannot be written
 */
export function emitDeclarations(folder: string, entries: Readonly<Record<string, string>>): Record<string, string> {
  const output = join(folder, '.declarations')
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output)
  const config = join(output, 'tsconfig.declarations.json')
  const options = { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true }
  const sources = Object.values(entries).map((path) => join(folder, path))
  const files = [...sources, ...privateSources(sources)]
  const compilerOptions = { ...options, rootDir: root, outDir: '.' }
  writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: [], files }))
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', config, '--singleThreaded', '--pretty', 'false'], {
    cwd: root,
    encoding: 'utf8',
  })
  const emitted = (path: string) => join(output, relative(root, join(folder, path))).replace(/\.ts$/, '.d.ts')
  const declarations = Object.values(entries).map(emitted)
  for (const file of filesOf(output)) relateImports(file, output)
  const missing = declarations.filter((path) => !existsSync(path))
  const errors = errorsOf(stdout, new Set(reachableFrom(declarations).map((path) => relative(output, path))))
  if (missing.length + errors.length > 0) throw new Error(['Declarations cannot be written:', stdout].join('\n'))
  return Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, relative(folder, emitted(path))]))
}

const filesOf = (output: string) =>
  readdirSync(output, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.d.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))

/** The packages that nobody can install, so that their declarations are bundled. */
const privatePackages = globSync('packages/*/package.json', { cwd: root })
  .map((path) => ({
    folder: join(root, dirname(path)),
    manifest: JSON.parse(readFileSync(join(root, path), 'utf8')) as PrivateManifest,
  }))
  .filter(({ manifest }) => manifest.private)

interface PrivateManifest {
  readonly name: string
  readonly private?: boolean
  /** Where the types of its main entry are, if `exports` has another file. */
  readonly types?: string
  readonly exports?: Readonly<Record<string, string>>
}

/** Puts the paths of files in place of the private packages that have them. */
function relateImports(file: string, output: string): void {
  const text = readFileSync(file, 'utf8')
  const related = text.replaceAll(/(['"])(@latchkey\/[^'"]+)\1/g, (quoted, _, specifier: string) => {
    const target = fileOf(specifier)
    if (target === undefined) return quoted
    const path = relative(dirname(file), join(output, target))
    return `'${path.startsWith('.') ? path : `./${path}`}'`
  })
  if (related !== text) writeFileSync(file, related)
}

/**
 * The files of private packages that sources lead to. The compiler takes them for those of libraries, and writes
 * declarations of them only if they are named.
 */
function privateSources(sources: readonly string[]): string[] {
  const reached = new Set(sources)
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)
    for (const [, specifier = ''] of imports) {
      const target = specifier.startsWith('.') ? resolve(dirname(file), specifier) : fileOf(specifier)
      if (target?.match(/\.tsx?$/)) reached.add(resolve(root, target))
    }
  }
  return [...reached].filter((file) => privatePackages.some(({ folder }) => file.startsWith(`${folder}/`)))
}

/** The source of an entry of a private package, relative to the workspace. */
function fileOf(specifier: string): string | undefined {
  const [scope, name, ...rest] = specifier.split('/')
  const found = privatePackages.find(({ manifest }) => manifest.name === `${scope}/${name}`)
  if (!found) return undefined
  const { folder, manifest } = found
  const entry = ['.', ...rest].join('/')
  const wildcard = Object.entries(manifest.exports ?? {}).find(
    ([key]) => key.endsWith('/*') && entry.startsWith(key.slice(0, -1)),
  )
  const file =
    (entry === '.' ? manifest.types : undefined) ??
    manifest.exports?.[entry] ??
    wildcard?.[1].replace('*', entry.slice(wildcard[0].length - 1))
  return file === undefined ? undefined : join(relative(root, folder), file)
}

/** The errors about files that people get declarations of, and those about none. The compiler emits all files. */
function errorsOf(output: string, reachable: ReadonlySet<string>): string[] {
  const lines = output.split('\n').filter((line) => /\berror TS\d+:/.test(line))
  return lines.filter((line) => {
    const [, path] = /^(.+)\.tsx?\(\d+,\d+\): /.exec(line) ?? []
    return path === undefined || reachable.has(`${path}.d.ts`)
  })
}

/** The declarations that some lead to by relative imports, and these. */
function reachableFrom(files: readonly string[]): string[] {
  const reached = new Set(files)
  for (const file of reached) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from |import\()["'](\.{1,2}\/[^"']+)\.tsx?["']/g)
    for (const [, path = ''] of imports) {
      const target = `${resolve(dirname(file), path)}.d.ts`
      if (existsSync(target)) reached.add(target)
    }
  }
  return [...reached]
}
