import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Takes the place of `importOutside.ts` of base in the executable, which would look for packages beside itself: they are
 * those of the folder that it runs in.
 */
export async function importOutside(specifier: string): Promise<unknown> {
  if (specifier.startsWith('file:')) return import(specifier)
  const path = createRequire(join(process.cwd(), 'latchkey-mock.js')).resolve(specifier)
  return import(pathToFileURL(path).href)
}
