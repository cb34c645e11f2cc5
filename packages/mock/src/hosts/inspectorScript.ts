import { readFile } from 'node:fs/promises'
/** Beside the bundle; from source, where the build puts it. */
const places = ['inspector.js', '../../dist/inspector.js']

/** The code of the inspector; `undefined` when it is not built. */
export async function loadInspectorScript(): Promise<string | undefined> {
  for (const place of places) {
    try {
      return await readFile(new URL(place, import.meta.url), 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return undefined
}
