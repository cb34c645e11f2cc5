import { join } from 'node:path'
import { constants, Script } from 'node:vm'

/** Scripts of this kind import as the main program of Node does; packages are those of the folder that it runs in. */
const load = new Script('(specifier) => import(specifier)', {
  filename: join(process.cwd(), 'latchkey-mock.js'),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext() as (specifier: string) => Promise<unknown>

/** Takes the place of `shared/importOutside.ts` in the executable. */
export const importOutside = (specifier: string): Promise<unknown> => load(specifier)
