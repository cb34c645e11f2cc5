import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createProject, runNode } from './consumer.ts'
import { writeFiles } from './recipes.ts'

/** For programs whose output tests read: no colours, and nothing of the package manager that runs the tests. */
export const initVariables = { NO_COLOR: '1', npm_config_user_agent: '' }

/** A project before `init`. */
interface Variant {
  readonly runner: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly manifest?: object
  readonly files?: Readonly<Record<string, string>>
}

/** Runs `init --yes` in a new project. Returns its folder, output, and the files that were added. */
export async function initIn(name: string, { runner, dependencies, manifest = {}, files = {} }: Variant) {
  const cwd = await createProject(`init-${name}`, dependencies)
  const packageJson = JSON.stringify({
    name,
    private: true,
    ...manifest,
    devDependencies: Object.fromEntries(Object.keys(dependencies).map((dependency) => [dependency, '*'])),
  })
  await writeFiles(cwd, [
    { path: 'package.json', text: packageJson },
    ...Object.entries(files).map(([path, text]) => ({ path, text })),
  ])
  const before = await contentsOf(cwd)
  const script = join(cwd, 'node_modules/@latchkey/mock/dist/bin/latchkeyMock.js')
  const output = await runNode([script, 'init', '--yes', '--runner', runner], { cwd, variables: initVariables })
  const after = await contentsOf(cwd)
  expect(after).toMatchObject(before)
  return { cwd, output, added: Object.keys(after).filter((path) => !(path in before)) }
}

/** The texts of a project's files, without its dependencies. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const
    }),
  )
  return Object.fromEntries(texts)
}
