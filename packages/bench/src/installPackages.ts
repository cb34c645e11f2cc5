import { cpSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))

/** Copies packages into a project, as npm installs them. Links would lead to the workspace. */
export function installPackages(project: string, names: readonly string[]): void {
  for (const name of names) {
    const source = realpathSync(join(modules, name))
    for (const part of ['package.json', 'dist'])
      cpSync(join(source, part), join(project, 'node_modules', name, part), { recursive: true })
  }
}
