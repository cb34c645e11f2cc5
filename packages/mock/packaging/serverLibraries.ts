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
    // Where a platform has no Web Crypto, @hpke/common asks Node for it by a name that webpack does not know. All have it.
    build.onResolve({ filter: /^crypto$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, namespace: 'web-crypto' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'web-crypto' }, () => ({
      contents: 'export const webcrypto = globalThis.crypto',
    }))
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'built-in' } : undefined,
    )
    build.onLoad({ filter: /./, namespace: 'built-in' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}
