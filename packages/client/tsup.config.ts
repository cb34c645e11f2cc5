import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import { defineConfig } from 'tsup'
import { emitDeclarations } from '../tooling/src/bundles/emitDeclarations.ts'
import { readManifest } from '../tooling/src/bundles/licenses.ts'
import { lineLimit } from '../tooling/src/bundles/lineLimit.ts'
import { inputsOf, noticesOf } from '../tooling/src/bundles/notices.ts'
import { bundledPackages, cycloneDx } from '../tooling/src/bundles/sbom.ts'
import manifest from './package.json' with { type: 'json' }

const operations = new URL('src/generated/operations/', import.meta.url)
/** The modules of `operations/`: the index, one for each resource, and the schemas, which are types only. */
const resources = readdirSync(operations)
const core = new URL('core.ts', import.meta.url)
const sharedFiles = new Set(
  Array.from(readFileSync(core, 'utf8').matchAll(/from '(.+)'/g), ([, path = '']) =>
    fileURLToPath(new URL(path, core)),
  ),
)

/** The names that are imported from jose. */
const joseNames = Array.from(
  readFileSync(new URL('src/verification/userJwt.ts', import.meta.url), 'utf8')
    .match(/import {([^}]+)} from 'jose'/)?.[1]
    ?.matchAll(/(type )?(\w+)/g) ?? [],
).flatMap(([, isType, name = '']) => (isType ? [] : [name]))

const published = {
  index: 'src/index.ts',
  'browser-wallets': 'src/browserWallets.ts',
  ...Object.fromEntries(
    [
      'jwt',
      'names',
      'otel',
      'query',
      'react',
      'server',
      'session',
      'solid',
      'svelte',
      'testing',
      'vue',
      'wallets',
      'webhooks',
    ].map((name) => [name, `src/${name}.ts`]),
  ),
  ...Object.fromEntries(
    resources.map((name) => [`operations/${name.slice(0, -3)}`, `src/generated/operations/${name}`]),
  ),
}

/** The entries whose declarations are bundled. scripts/writeOperationsIndex.ts writes those of the other one. */
const { 'operations/index': _, ...declared }: Readonly<Record<string, string>> = published

/** The modules that another entry imports as well, by the entry that has them, so that each error class is there once. */
const entryModules = new Map(
  Object.entries({ userJwt: 'jwt', webhook: 'webhooks' }).map(([module, name]) => [
    fileURLToPath(new URL(`src/verification/${module}.ts`, import.meta.url)),
    name,
  ]),
)

/** The files that are imported when they are first needed, by the file of the package in which they are together. */
const lazyFiles: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ciphers: ['../device/src/softCiphers.ts', '../device/src/softSealer.ts'],
  'wallets.batches': [
    '../device/src/evm/batches/encodeCalls.ts',
    '../device/src/evm/batches/batchFailure.ts',
    '../device/src/evm/userOperationRequest.ts',
  ],
  'wallets.bitcoin': ['src/wallets/bitcoin/psbts.ts'],
  'wallets.ceremonies': ['src/wallets/relay/ceremonies.ts'],
  'wallets.ecdsa': ['src/wallets/relay/ecdsaSigning.ts'],
  'wallets.evm': ['../device/src/evm/encoding.ts', '../device/src/evm/typedData.ts'],
}

const lazyEntries = Object.fromEntries(Object.entries(lazyFiles).map(([name, [first]]) => [name, first]))

const lazyNames = new Map(
  Object.entries(lazyFiles).flatMap(([name, paths]) =>
    paths.map((path) => [fileURLToPath(new URL(path, import.meta.url)), name]),
  ),
)

/**
 * The files that several entries import at once, and that most programs of those entries do not need. Within the file
 * of an entry, no bundler could drop the library that they use, since it computes its tables when it is loaded.
 */
const separateFiles: Readonly<Record<string, string>> = {
  checksumAddress: 'src/session/checksumAddress.ts',
  cookieText: 'src/session/cookieText.ts',
}

const separateNames = new Map(
  Object.entries(separateFiles).map(([name, path]) => [fileURLToPath(new URL(path, import.meta.url)), name]),
)

const here = fileURLToPath(new URL('.', import.meta.url))

/** Lists the libraries that are in the files: with their licences, as those require, and as a bill of materials. */
async function writeNotices(): Promise<void> {
  const metafiles = ['esm', 'cjs'].map((format) => new URL(`dist/metafile-${format}.json`, import.meta.url))
  const inputs = metafiles.flatMap((metafile) => inputsOf(JSON.parse(readFileSync(metafile, 'utf8')) as Metafile))
  metafiles.forEach((metafile) => rmSync(metafile))
  const bundled = bundledPackages(inputs, here)
  const libraries = bundled.filter(({ folder }) => folder.includes('/node_modules/'))
  writeFileSync(new URL('dist/THIRD_PARTY_LICENSES.md', import.meta.url), await noticesOf(libraries))
  const bom = JSON.stringify(cycloneDx(readManifest(here), bundled), null, 2)
  writeFileSync(new URL('dist/sbom.cdx.json', import.meta.url), `${bom}\n`)
}

export default defineConfig({
  // core.js has what the entries share. Nobody outside of the package can import it, nor what is loaded later or apart.
  entry: { ...published, core: 'core.ts', ...lazyEntries, ...separateFiles },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  splitting: false,
  clean: true,
  silent: true,
  dts: { entry: emitDeclarations(here, declared) },
  // openapi-fetch is bundled, since loading its file took a third of an import. jose is an ES module only, so it is
  // bundled into the CommonJS file, and the plugin leaves it out of the other one. Of the rest users have only the types.
  noExternal: Object.keys(manifest.dependencies).filter((name) => name !== '@latchkey/types'),
  metafile: true,
  onSuccess: writeNotices,
  esbuildOptions(options, { format }) {
    options.lineLimit = lineLimit
    // Jest runs CommonJS without `import()`.
    if (format === 'cjs') options.supported = { 'dynamic-import': false }
  },
  esbuildPlugins: [
    {
      name: 'seams',
      setup(build) {
        const extension = build.initialOptions.format === 'cjs' ? '.cjs' : '.js'
        build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, importer }) => {
          // Within core.js itself, imports are bundled.
          if (kind === 'entry-point' || importer === fileURLToPath(core) || sharedFiles.has(importer)) return undefined
          const lazyName = lazyNames.get(join(dirname(importer), path))
          const importerName = lazyNames.get(importer)
          // One lazy file takes from another what it needs of it.
          const isLater = kind === 'dynamic-import' || (importerName && importerName !== lazyName)
          if (lazyName && isLater) return { path: `./${lazyName}${extension}`, external: true }
          if (kind === 'dynamic-import')
            return { errors: [{ text: `${importer} imports ${path} later on: name that file in lazyFiles.` }] }
          const separateName = separateNames.get(join(dirname(importer), path))
          if (separateName) return { path: `./${separateName}${extension}`, external: true, sideEffects: false }
          const entryName = entryModules.get(join(dirname(importer), path))
          if (entryName && basename(importer, '.ts') !== entryName)
            return { path: `./${entryName}${extension}`, external: true, sideEffects: false }
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
        build.onResolve({ filter: /\.ts$/ }, ({ kind, path }) => {
          const name = kind === 'entry-point' && lazyNames.get(fileURLToPath(new URL(path, import.meta.url)))
          return name ? { path: name, namespace: 'together' } : undefined
        })
        build.onLoad({ filter: /.*/, namespace: 'together' }, ({ path: name }) => ({
          contents: (lazyFiles[name] ?? []).map((path) => `export * from '${join(here, path)}'`).join('\n'),
          resolveDir: here,
        }))
        build.onResolve({ filter: /^jose$/ }, ({ kind, path }) => {
          if (extension === '.js') return { path, external: true }
          return kind === 'require-call' ? undefined : { path, namespace: 'lazy' }
        })
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
