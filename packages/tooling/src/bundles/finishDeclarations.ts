/**
 * Runs after `tsup`, in the folder of a package. tsup takes the declarations from files that end in `.d.ts`, and names
 * what it makes of a module after its file: a namespace `gates_d`, a chunk `gates.d-….d.ts`. People see these names in
 * editors, so they become `gates` and `gates-….d.ts`.
 */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renameModules } from './renameModules.ts'

const unbundled = '.declarations'
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.d\.c?ts$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))

const modules = new Set(filesIn(unbundled).map((path) => basename(path, '.d.ts')))
for (const path of filesIn('dist')) {
  const text = readFileSync(path, 'utf8')
  const renamed = renameModules(text, modules)
  if (renamed !== text) writeFileSync(path, renamed)
  const name = basename(path)
  const target = renameModules(name, modules)
  if (target !== name) renameSync(path, join(path, '..', target))
}
rmSync(unbundled, { recursive: true })
