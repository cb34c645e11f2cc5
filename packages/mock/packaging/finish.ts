// Runs after `tsup`: writes the entries of CommonJS, and lists the bundled libraries with their licences.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readManifest } from '../../tooling/src/bundles/licenses.ts'
import { inputsOf, noticesOf } from '../../tooling/src/bundles/notices.ts'
import { bundledPackages, cycloneDx } from '../../tooling/src/bundles/sbom.ts'
import { shareDeclarations } from '../../tooling/src/bundles/shareDeclarations.ts'
import { takeMetafile, writeCommonJs } from '../../tooling/src/bundles/writeCommonJs.ts'
import packageJson from '../package.json' with { type: 'json' }
import { bundleInspector } from './bundleInspector.ts'
import { shortenLocals } from './shortenLocals.ts'

/** The entries of CommonJS, such as `index`. That of vitest has none, since vitest has none itself. */
const commonJs = Object.values(packageJson.exports).flatMap((entry) =>
  typeof entry === 'object' && 'require' in entry && 'default' in entry.require
    ? basename(entry.require.default, '.cjs')
    : [],
)

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist/`

await finishModules()
const inspector = await bundleInspector()
await writeFile(`${dist}inspector.js`, inspector.code)
const metafile = await takeMetafile(dist)
await writeCommonJs({ dist, names: commonJs, metafile })
await writeDeclarations()
const bundled = bundledPackages([...inputsOf(metafile), ...inspector.inputs], root)
const libraries = bundled.filter(({ folder }) => folder.includes('/node_modules/'))
await writeFile(`${dist}THIRD_PARTY_LICENSES.md`, await noticesOf(libraries))
await writeFile(`${dist}sbom.cdx.json`, `${JSON.stringify(cycloneDx(readManifest(root), bundled), null, 2)}\n`)

/**
 * Shortens local names, and writes the comments of `importOutside.ts` of base again, which are removed with the white
 * space: without them, the bundlers of pages warn of an import that they cannot follow.
 */
async function finishModules(): Promise<void> {
  let count = 0
  for (const name of await readdir(dist, { recursive: true })) {
    if (!name.endsWith('.js')) continue
    const text = await shortenLocals(name, await readFile(dist + name, 'utf8'))
    const hinted = text.replaceAll(/(?<=function importOutside\(\w+\)\{return import\()\w+(?=\))/g, (specifier) => {
      count += 1
      return `/* webpackIgnore: true */ /* @vite-ignore */ ${specifier}`
    })
    await writeFile(dist + name, hinted)
  }
  if (count === 0) throw new Error('The bundle has no `importOutside`, which packages/base/src/importOutside.ts has.')
}

/** Writes the declarations of CommonJS. Those that entries share are there once. */
async function writeDeclarations(): Promise<void> {
  const paths = (await readdir(dist)).filter((path) => path.endsWith('.d.ts'))
  const files = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(dist + path, 'utf8')] as const)),
  )
  const named = (extension: string) =>
    new Set(
      Array.from(JSON.stringify(packageJson.exports).matchAll(/"types":"\.\/dist\/([\w.-]+?)\.d\.(\w+)"/g), (match) =>
        match[2] === extension ? `${match[1]}.d.ts` : '',
      ),
    )
  const shared = shareDeclarations({ files, entries: named('ts'), commonJs: named('cts') })
  for (const path of paths) if (!shared.has(path)) await rm(dist + path)
  for (const [path, text] of shared) await writeFile(dist + path, text)
}
