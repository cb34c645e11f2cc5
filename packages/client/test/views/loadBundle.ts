import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { build, type BuildOptions } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Bundles a program, with a copy of the framework that it imports, and runs it. A copy finds the page in the global
 * variables when it is loaded, or none, as on a server.
 *
 * @param contents - An ES module in this folder.
 * @returns What it exports.
 */
export async function loadBundle<T>(contents: string, options: BuildOptions): Promise<T> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: here, loader: 'ts' },
    absWorkingDir: here,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    logLevel: 'silent',
    ...options,
    conditions: ['@latchkey/source', ...(options.conditions ?? [])],
  })
  // Solid warns of a second copy in a process, and test files that share one have a copy each.
  Reflect.deleteProperty(globalThis, 'Solid$$')
  const module = { exports: {} as T }
  const run = compileFunction(outputFiles?.[0]?.text ?? '', ['require', 'module', 'exports'])
  run(createRequire(import.meta.url), module, module.exports)
  return module.exports
}
