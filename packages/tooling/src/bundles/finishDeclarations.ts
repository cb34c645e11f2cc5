/**
 * Runs after `tsup`, in the folder of a package: renames what tsup has named, indents by tabs, and writes the entry
 * `types`.
 *
 * tsup takes the declarations from files that end in `.d.ts`, and names
 * what it makes of a module after its file: a namespace `gates_d`, a chunk `gates.d-….d.ts`. People see these names in
 * editors, so they become `gates` and `gates-….d.ts`.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, matchesGlob, relative } from 'node:path'
import { readManifest } from './licenses.ts'
import { nameTypes } from './nameTypes.ts'
import { renameModules } from './renameModules.ts'

const unbundled = '.declarations'
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.d\.c?ts$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))

const modules = new Set(filesIn(unbundled).map((path) => basename(path, '.d.ts')))
for (const path of filesIn('dist')) {
  const text = readFileSync(path, 'utf8')
  const renamed = indentByTabs(renameModules(text, modules))
  if (renamed !== text) writeFileSync(path, renamed)
  const name = basename(path)
  const target = renameModules(name, modules)
  if (target !== name) renameSync(path, join(path, '..', target))
}
rmSync(unbundled, { recursive: true })

const { exports = {} } = readManifest('.')
const entryPatterns = Array.from(JSON.stringify(exports).matchAll(/"types":"\.\/([^"]+)"/g), ([, path = '']) => path)
// The mock makes those of CommonJS of the others later on.
for (const extension of ['.d.ts', '.d.cts']) {
  const paths = filesIn('dist').filter((path) => path.endsWith(extension))
  if (paths.length > 0 && entryPatterns.includes(`dist/types${extension}`)) writeTypes(paths, extension)
}

/** A third of the generated declarations is white space. A comment has an asterisk before its text, which stays. */
function indentByTabs(text: string): string {
  return text.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
}

function writeTypes(paths: readonly string[], extension: string): void {
  const patterns = entryPatterns.filter((path) => path.endsWith(extension))
  const files = new Map(paths.map((path) => [relative('dist', path), readFileSync(path, 'utf8')]))
  const entries = paths.filter((path) => patterns.some((pattern) => matchesGlob(path, pattern)))
  const texts = nameTypes({ files, entries: new Set(entries.map((path) => relative('dist', path))) })
  for (const [path, text] of texts) writeFileSync(join('dist', path), text)
}
