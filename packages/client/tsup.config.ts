import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'

const operations = new URL('src/generated/operations/', import.meta.url)
const resources = readdirSync(operations).filter((name) => name !== 'schemas.ts')
const core = new URL('core.ts', import.meta.url)
const sharedFiles = new Set(
  Array.from(readFileSync(core, 'utf8').matchAll(/from '(.+)'/g), ([, path = '']) =>
    fileURLToPath(new URL(path, core)),
  ),
)

/** What `jwt.ts` takes from jose. */
const joseNames = Array.from(
  readFileSync(new URL('src/jwt.ts', import.meta.url), 'utf8')
    .match(/import {([^}]+)} from 'jose'/)?.[1]
    ?.matchAll(/(type )?(\w+)/g) ?? [],
).flatMap(([, isType, name = '']) => (isType ? [] : [name]))

const published = {
  index: 'src/index.ts',
  ...Object.fromEntries(
    ['jwt', 'otel', 'query', 'session', 'testing', 'webhooks'].map((name) => [name, `src/${name}.ts`]),
  ),
  ...Object.fromEntries(
    resources.map((name) => [`operations/${name.slice(0, -3)}`, `src/generated/operations/${name}`]),
  ),
}

export default defineConfig({
  // core.js has what the entries share; nobody outside of the package can import it.
  entry: { ...published, core: 'core.ts' },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  clean: true,
  silent: true,
  dts: { entry: published },
  // The plugin decides about these two. jose is an ES module alone, so it is bundled into the CommonJS file, with its
  // licence.
  noExternal: ['openapi-fetch', 'jose'],
  onSuccess: async () => {
    const licence = new URL('node_modules/jose/LICENSE.md', import.meta.url)
    copyFileSync(licence, new URL('dist/LICENSE-jose', import.meta.url))
  },
  esbuildPlugins: [
    {
      name: 'seams',
      setup(build) {
        const extension = build.initialOptions.format === 'cjs' ? '.cjs' : '.js'
        build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, importer }) => {
          // Within core.js itself, imports are bundled.
          if (kind === 'entry-point' || importer === fileURLToPath(core) || sharedFiles.has(importer)) return undefined
          const name = basename(path, '.ts')
          const inOperations = importer.includes('/generated/operations/')
          if (sharedFiles.has(join(dirname(importer), path)))
            return { path: `${inOperations ? '../' : './'}core${extension}`, external: true, sideEffects: false }
          // Bundled together, a namespace becomes one object that no bundler can shake.
          if (join(dirname(importer), path).startsWith(fileURLToPath(operations)) && name !== 'schemas') {
            return {
              path: `${inOperations ? './' : './operations/'}${name}${extension}`,
              external: true,
              sideEffects: false,
            }
          }
          return undefined
        })
        // Not bundled. Its CommonJS file has the function in `default`, and esbuild would take the whole for it.
        build.onResolve({ filter: /^openapi-fetch$/ }, ({ kind, path }) =>
          extension === '.js' || kind === 'require-call' ? { path, external: true } : { path, namespace: 'interop' },
        )
        build.onLoad({ filter: /.*/, namespace: 'interop' }, () => ({
          contents: "export default require('openapi-fetch').default",
        }))
        build.onResolve({ filter: /^jose$/ }, ({ kind, path }) =>
          extension === '.js'
            ? { path, external: true }
            : kind === 'require-call'
              ? undefined
              : { path, namespace: 'lazy' },
        )
        // jose makes a TextEncoder when it is loaded, which some test environments lack (jsdom). So it is at the first
        // use.
        build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
          contents: `module.exports = { ${joseNames.map((name) => `get ${name}() { return require('${path}').${name} }`).join(', ')} }`,
          resolveDir: fileURLToPath(new URL('.', import.meta.url)),
        }))
      },
    },
  ],
})
