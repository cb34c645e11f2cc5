// Runs after `tsup`: writes CommonJS besides the ES modules, and lists the bundled libraries with their licences.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Metafile, transform } from 'esbuild'
import { readManifest } from '../../tooling/src/bundles/licenses.ts'
import { lineLimit } from '../../tooling/src/bundles/lineLimit.ts'
import { inputsOf, noticesOf } from '../../tooling/src/bundles/notices.ts'
import { bundledPackages, cycloneDx } from '../../tooling/src/bundles/sbom.ts'
import packageJson from '../package.json' with { type: 'json' }
import { bundleInspector } from './bundleInspector.ts'
import { urlOfCommonJs } from './urlOfCommonJs.ts'

/** Entries for which the package has no CommonJS, such as that of vitest, which has none itself. */
const esModules = new Set(
  Object.values(packageJson.exports)
    .flatMap((entry) => (typeof entry === 'object' && 'default' in entry ? entry.default : []))
    .map((path) => basename(path, '.js')),
)

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist/`

await keepHints()
const inspector = await bundleInspector()
await writeFile(`${dist}inspector.js`, inspector.code)
await writeCommonJs()
const bundled = bundledPackages([...(await takeInputs()), ...inspector.inputs], root)
const libraries = bundled.filter(({ folder }) => folder.includes('/node_modules/'))
await writeFile(`${dist}THIRD_PARTY_LICENSES.md`, await noticesOf(libraries))
await writeFile(`${dist}sbom.cdx.json`, `${JSON.stringify(cycloneDx(readManifest(root), bundled), null, 2)}\n`)

/**
 * Writes the comments of `importOutside.ts` of base again, which esbuild removes with the white space: without them, the
 * bundlers of pages warn of an import that they cannot follow.
 */
async function keepHints(): Promise<void> {
  let count = 0
  for (const name of await readdir(dist, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const text = await readFile(dist + name, 'utf8')
    const hinted = text.replaceAll('import(specifier)', () => {
      count += 1
      return 'import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)'
    })
    if (hinted !== text) await writeFile(dist + name, hinted)
  }
  if (count === 0)
    throw new Error('The bundle has no `import(specifier)`, which packages/base/src/importOutside.ts has.')
}

/**
 * Writes each module as CommonJS, too, so that both entries share their parts. tsup's conversion by sucrase breaks
 * class fields after `super()`.
 */
async function writeCommonJs(): Promise<void> {
  for (const name of await readdir(dist)) {
    const extension = /\.(d\.ts|js)$/.exec(name)?.[1]
    if (!extension || esModules.has(name.split('.')[0] ?? '')) continue
    const source = (await readFile(dist + name, 'utf8')).replace(/(["'])(\.\/[\w.-]+)\.js\1/g, '$1$2.cjs$1')
    const text = extension === 'js' ? await toCommonJs(source) : source
    await writeFile(dist + name.replace(/\.(d\.)?(t|j)s$/, '.$1c$2s'), text)
  }
}

async function toCommonJs(source: string): Promise<string> {
  const { code } = await transform(source, {
    format: 'cjs',
    target: 'es2023',
    // Jest runs CommonJS without `import()`.
    supported: { 'dynamic-import': false },
    lineLimit,
    ...urlOfCommonJs(source),
  })
  return code
}

/** The bundled files by esbuild's metafile. The metafile is removed, since only the build needs it. */
async function takeInputs(): Promise<string[]> {
  const path = `${dist}metafile-esm.json`
  const metafile = JSON.parse(await readFile(path, 'utf8')) as Metafile
  await rm(path)
  return inputsOf(metafile)
}
