import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

/**
 * Bundles libraries that are made for servers, and are CommonJS.
 *
 * - For browsers `ws` has a stub, and browsers are what the bundle is made for.
 * - An ES module has no `require`, by which they ask for the modules of Node.
 */
export const serverLibraries: Plugin = {
  name: 'libraries of servers',
  setup(build) {
    build.onResolve({ filter: /^ws$/ }, ({ path }) => ({ path: fileURLToPath(import.meta.resolve(path)) }))
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}
