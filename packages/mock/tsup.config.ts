import { relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import { emitDeclarations } from '../tooling/src/bundles/emitDeclarations.ts'
import { lineLimit } from '../tooling/src/bundles/lineLimit.ts'
import manifest from './package.json' with { type: 'json' }
import { bundleInspector } from './packaging/bundleInspector.ts'
import { serverLibraries } from './packaging/serverLibraries.ts'

const entries = [
  'index',
  'browser',
  'cloudflare',
  'jest',
  'jestEnvironment',
  'names',
  'node',
  'playwright',
  'storybook',
  'vitest',
  'vitestBrowser',
]
const entry = Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`]))
/** The packages of which the app has its own copy. */
const peers = Object.keys(manifest.peerDependencies)
/** A megabyte that users install anyway, with the types. */
const document = '@latchkey/types/openapi.json'
const root = fileURLToPath(new URL('.', import.meta.url))

/** The module that reaches all that a start needs, and the one that reaches all that the first call needs besides. */
const cores = [`${root}src/mock/createMock.ts`, `${root}src/http/operations.ts`]

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Puts all that `createMock` needs into one chunk, and all that the first call needs into another one, since each
 * further file costs half a millisecond.
 *
 * A chunk is made of the modules that the same entries reach, and what is imported later on is an entry of its own. So
 * each of those that share modules with the mock is made to reach both, which are there by then, or are needed next.
 */
const fewChunks: Plugin = {
  name: 'few chunks',
  setup(build) {
    build.onResolve(
      { filter: /^(\.|@latchkey\/|@noble\/|@scure\/|ox\/)/ },
      async ({ kind, path, importer, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined
        // Data reaches nothing.
        if (path.endsWith('.json')) return undefined
        const target = await build.resolve(path, { kind: 'import-statement', importer, resolveDir })
        // Named like the package and file, for packaging/finish.ts takes what lies in node_modules for a library's own
        // file.
        const name = relative(root, target.path).split('/node_modules/').at(-1) ?? ''
        return target.errors.length > 0 ? target : { path: name, namespace: 'later', pluginData: target.path }
      },
    )
    build.onLoad({ filter: /.*/, namespace: 'later' }, ({ pluginData }) => ({
      contents: [
        ...cores.map((path) => `import ${JSON.stringify(path)}`),
        `export * from ${JSON.stringify(pluginData)}`,
      ].join('\n'),
      resolveDir: root,
    }))
    // Removes an import for side effects if the module has none.
    build.onResolve({ filter: /\/(createMock|operations)\.ts$/ }, (imported) => {
      const path = resolve(imported.resolveDir, imported.path)
      return cores.includes(path) ? { path, sideEffects: true } : undefined
    })
  },
}

/** The table of operations as JSON, which is read several times faster than the same as code. */
const tableAsJson: Plugin = {
  name: 'table as JSON',
  setup(build) {
    build.onLoad({ filter: /\/generated\/operations\.ts$/ }, async ({ path }) => {
      const { operationTable } = (await import(pathToFileURL(path).href)) as { operationTable: object }
      return { contents: `export const operationTable = JSON.parse(${JSON.stringify(JSON.stringify(operationTable))})` }
    })
  },
}

/**
 * Libraries go into the bundle: a hundred small files would cost more to load than all of the mock, and Jest's
 * CommonJS mode could not load those that are ES modules only. packaging/finish.ts writes the entries of CommonJS.
 */
export default defineConfig({
  entry: { ...entry, 'bin/latchkeyMock': 'src/bin/latchkeyMock.ts' },
  format: 'esm',
  // The code of the inspector is a bundle of its own, by packaging/bundleInspector.ts.
  dts: { entry: emitDeclarations(root, { ...entry, inspector: 'src/inspector.ts' }) },
  target: 'es2023',
  platform: 'neutral',
  splitting: true,
  clean: true,
  silent: true,
  metafile: true,
  removeNodeProtocol: false,
  noExternal: [new RegExp(`^(?!node:|${document}$|(?:${peers.join('|')})(?:/|$))`)],
  external: [/^node:/, ...peers, document],
  define: {
    // papaparse asks for Node streams otherwise.
    PAPA_BROWSER_CONTEXT: 'true',
    // @solana/kit asks for it, and a page has no process.
    'process.env.NODE_ENV': '"production"',
    LATCHKEY_INSPECTOR: JSON.stringify((await bundleInspector()).code),
    LATCHKEY_MOCK_VERSION: JSON.stringify(manifest.version),
  },
  esbuildPlugins: [fewChunks, tableAsJson, serverLibraries],
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']
    // @solana/kit has no entry for every platform. The one for browsers needs no more than all of them have.
    options.conditions = ['@latchkey/source', 'module', 'browser']
    // Less to read at every start. packaging/finish.ts shortens the names that no stack trace shows.
    options.minifyWhitespace = true
    options.lineLimit = lineLimit
    // Node loads JSON only with them, and they are younger than the target.
    options.supported = { 'import-attributes': true }
  },
})
