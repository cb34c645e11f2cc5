import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/**
 * Which file of the workspace imports which when it runs; types have a check of their own. Paths are relative to the
 * workspace's root.
 */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string | { readonly '@latchkey/source'?: string }>>
}

/** Reads the imports of all sources of the packages and the examples. */
export function readImports(root: string): ImportGraph {
  const entries = readEntries(root)
  const files = globSync('{packages,examples}/**/*.{ts,tsx,mts,js,mjs,vue,svelte,yaml,json}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|coverage)$/.test(path),
  })
  return new Map(files.map((file) => [file, importsOf(root, file, entries)]))
}

/**
 * Returns the files and everything that they import, directly or through others.
 *
 * @param isEnd - Whether a file's own imports are left out.
 */
export function withImports(
  graph: ImportGraph,
  files: Iterable<string>,
  isEnd: (path: string) => boolean = () => false,
): Set<string> {
  const reached = new Set(files)
  for (const file of reached) if (!isEnd(file)) for (const imported of graph.get(file) ?? []) reached.add(imported)
  return reached
}

/** Returns the graph the other way round: which file is imported by which. */
export function reverse(graph: ImportGraph): ImportGraph {
  const reversed = new Map<string, Set<string>>()
  for (const [file, imports] of graph)
    for (const imported of imports) {
      const importers = reversed.get(imported) ?? new Set()
      reversed.set(imported, importers.add(file))
    }
  return reversed
}

function importsOf(root: string, file: string, entries: ReadonlyMap<string, string>): Set<string> {
  if (!/\.(ts|tsx|mts|js|mjs)$/.test(file)) return new Set()
  const { importedFiles } = ts.preProcessFile(withoutTypeImports(readFileSync(join(root, file), 'utf8')), true, true)
  const found = importedFiles.map(({ fileName }) =>
    fileName.startsWith('.') ? sourceOf(root, join(dirname(file), fileName)) : entries.get(fileName),
  )
  return new Set(found.filter((path) => path !== undefined))
}

/** Takes the statements away that import or re-export only types. */
export function withoutTypeImports(text: string): string {
  return text
    .split(/\n(?=import |export )/)
    .map((part) => {
      const from = part.indexOf(' from ')
      if (from < 0 || !/^(import|export) type /.test(part)) return part
      const end = part.indexOf('\n', from)
      return end < 0 ? '' : part.slice(end)
    })
    .join('\n')
}

/** A source is imported by its own name, or by that of the JavaScript that it becomes. */
function sourceOf(root: string, path: string): string | undefined {
  const names = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), `${path}.ts`, `${path}/index.ts`]
  return names.find((name) => existsSync(join(root, name)) && statSync(join(root, name)).isFile())
}

/** The entries of the workspace's packages, by the name that others import. */
function readEntries(root: string): Map<string, string> {
  const entries = new Map<string, string>()
  for (const path of globSync('packages/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
    for (const [subpath, target] of Object.entries(exports)) {
      const file = typeof target === 'string' ? target : target['@latchkey/source']
      if (!file) continue
      // A pattern, such as `./*`, has an entry for each file that it fits.
      const [before = '', after = ''] = file.split('*')
      for (const source of globSync(file.replace('*', '**/*'), { cwd: join(root, dirname(path)) })) {
        const part = `./${source}`.slice(before.length, -after.length || undefined)
        entries.set(join(name, subpath.replace('*', part)), join(dirname(path), source))
      }
    }
  }
  return entries
}
