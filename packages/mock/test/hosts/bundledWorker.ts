import { fileURLToPath } from 'node:url'
import { build, type OutputFile } from 'esbuild'
import { browserBuild } from './browserBuild.ts'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The modules of a Worker: the entry first, then what it loads later. */
export interface WorkerModules {
  readonly modules: readonly { readonly type: 'ESModule'; readonly path: string; readonly contents: string }[]
  readonly modulesRoot: string
}

/**
 * Bundles a Worker from the sources, in several modules as wrangler uploads them with `find_additional_modules`.
 *
 * @param entry - Relative to this folder.
 * @param inspector - The code of the inspector, as the package's own bundle has it.
 */
export async function bundleWorker(entry: string, inspector = ''): Promise<WorkerModules> {
  const modulesRoot = path('../../node_modules/.cache/worker')
  const { outputFiles } = await build({
    ...browserBuild,
    entryPoints: [path(entry)],
    outdir: modulesRoot,
    // Libraries give their form for pages to Workers, as wrangler takes it.
    mainFields: ['browser', 'module', 'main'],
    conditions: ['@latchkey/source', 'module'],
    define: { ...browserBuild.define, LATCHKEY_INSPECTOR: JSON.stringify(inspector) },
  })
  const isEntry = ({ path }: OutputFile) => path === `${modulesRoot}/${entry.replace(/^.*\/|\.ts$/g, '')}.js`
  // The largest last: for each module, Miniflare copies all those before it.
  const later = outputFiles.filter((file) => !isEntry(file)).sort((a, b) => a.contents.length - b.contents.length)
  const inOrder = [...outputFiles.filter(isEntry), ...later]
  return {
    modules: inOrder.map(({ path, text }) => ({ type: 'ESModule', path, contents: text })),
    modulesRoot,
  }
}
