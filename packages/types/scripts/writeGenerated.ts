import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The first line of generated modules. */
export const banner = '// Written by `pnpm generate` from spec/. Edit spec/ instead.\n'

/**
 * Writes generated files, and deletes other files in the folders of generated files.
 *
 * With the argument `--check` it writes nothing, and the process fails when a file is stale.
 *
 * @param files - The text of each file by its path from the root of the repository.
 * @param folders - Folders, from the root of the repository, that contain only generated files.
 */
export function writeGenerated(files: ReadonlyMap<string, string>, folders: readonly string[]): void {
  const present = folders.flatMap((folder) =>
    globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  )
  const superfluous = present.filter((path) => !files.has(path))
  const changed = [...files].filter(([path, text]) => read(path) !== text)

  if (process.argv.includes('--check')) {
    const stale = [...superfluous, ...changed.map(([path]) => path)]
    if (stale.length === 0) return
    console.error(`These files are stale: ${stale.join(', ')}. Run \`pnpm generate\` and commit what it writes.`)
    process.exitCode = 1
    return
  }
  for (const path of superfluous) rmSync(join(root, path))
  for (const [path, text] of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
