import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** CommonJS has no `import.meta`. */
const folder = pathToFileURL(`${typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url))}/`)

/** Beside the bundle; from source, where the build puts it. */
const places = ['inspector.js', '../../dist/inspector.js']

/** The code of the inspector; `undefined` when it is not built. */
export async function loadInspectorScript(): Promise<string | undefined> {
  for (const place of places) {
    try {
      return await readFile(new URL(place, folder), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}
