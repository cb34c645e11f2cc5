import { defineConfig } from 'tsup'

const entry = { index: 'src/index.ts', node: 'src/node.ts' }

/**
 * Libraries go into the bundle: a hundred small files would cost more to load than all of the mock, and Jest's
 * CommonJS mode could not load those that are ES modules only. CommonJS is made of this by packaging/finish.ts.
 */
export default defineConfig({
  entry: { ...entry, 'bin/latchkeyMock': 'src/bin/latchkeyMock.ts' },
  format: 'esm',
  dts: { entry },
  target: 'es2023',
  platform: 'neutral',
  splitting: true,
  clean: true,
  silent: true,
  metafile: true,
  removeNodeProtocol: false,
  noExternal: [/^(?!node:|stream$)/],
  external: [/^node:/, 'stream'],
  // papaparse asks for Node streams otherwise.
  define: { PAPA_BROWSER_CONTEXT: 'true' },
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']
    options.conditions = ['@latchkey/source', 'module']
    // Less to read at every start; names stay, for stack traces.
    options.minifyWhitespace = true
  },
})
