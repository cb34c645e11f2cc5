import { readdirSync } from 'node:fs'
import { defineConfig } from 'tsup'

const operations = new URL('src/generated/operations/', import.meta.url)
const resources = readdirSync(operations).filter((name) => name !== 'schemas.ts')
// Each of these stays a file of its own. Bundled together, a namespace becomes one object that no bundler can shake,
// and the two entries would each bring their own copy of the runtime.
const seams = ['errors', 'url', 'readReply', 'operation', 'listOperation']

const published = {
  index: 'src/index.ts',
  ...Object.fromEntries(resources.map((name) => [`operations/${name.slice(0, -3)}`, `src/generated/operations/${name}`])),
}

export default defineConfig({
  entry: { ...published, ...Object.fromEntries(seams.map((name) => [name, `src/${name}.ts`])) },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  clean: true,
  silent: true,
  dts: { entry: published },
  // Not bundled: the plugin says how it is imported.
  noExternal: ['openapi-fetch'],
  esbuildPlugins: [
    {
      name: 'seams',
      setup(build) {
        const extension = build.initialOptions.format === 'cjs' ? '.cjs' : '.js'
        build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, importer }) => {
          if (kind === 'entry-point') return undefined
          const name = path.slice(path.lastIndexOf('/') + 1, -3)
          const inOperations = importer.includes('/generated/operations/')
          if (seams.includes(name)) return { path: `${inOperations ? '../' : './'}${name}${extension}`, external: true, sideEffects: false }
          if (inOperations && path.startsWith('./') && name !== 'schemas') return { path: `./${name}${extension}`, external: true, sideEffects: false }
          return undefined
        })
        // Its CommonJS file has the function in `default`, where an ES module in a `"type": "module"` package looks for the whole.
        build.onResolve({ filter: /^openapi-fetch$/ }, ({ kind, path }) =>
          extension === '.js' || kind === 'require-call' ? { path, external: true } : { path, namespace: 'interop' },
        )
        build.onLoad({ filter: /.*/, namespace: 'interop' }, () => ({ contents: "export default require('openapi-fetch').default" }))
      },
    },
  ],
})
