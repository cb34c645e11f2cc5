// What follows `tsup`: CommonJS beside the ES modules, and which libraries are in the bundle, with their licences.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Metafile, transform } from 'esbuild'
import { readManifest } from './licenses.ts'
import { type BundledPackage, bundledPackages, cycloneDx } from './sbom.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist/`

await writeCommonJs()
const bundled = bundledPackages(await takeInputs(), root)
await writeNotices(bundled.filter(({ folder }) => folder.includes('/node_modules/')))
await writeFile(`${dist}sbom.cdx.json`, `${JSON.stringify(cycloneDx(readManifest(root), bundled), null, 2)}\n`)

/**
 * Each module once more as CommonJS, so that both entries share their parts there too. tsup's own way through sucrase
 * breaks class fields that follow `super()`.
 */
async function writeCommonJs(): Promise<void> {
  for (const name of await readdir(dist)) {
    const extension = /\.(d\.ts|js)$/.exec(name)?.[1]
    if (!extension) continue
    const source = (await readFile(dist + name, 'utf8')).replace(/(["'])(\.\/[\w.-]+)\.js\1/g, '$1$2.cjs$1')
    const text = extension === 'js' ? await toCommonJs(source) : source
    await writeFile(dist + name.replace(/\.(d\.)?(t|j)s$/, '.$1c$2s'), text)
  }
}

async function toCommonJs(source: string): Promise<string> {
  // Jest runs CommonJS without a way to import.
  const { code } = await transform(source, { format: 'cjs', target: 'es2023', supported: { 'dynamic-import': false } })
  return code
}

/** The files of which anything is in the bundle, by esbuild's metafile. It is for the build alone, and is removed. */
async function takeInputs(): Promise<string[]> {
  const path = `${dist}metafile-esm.json`
  const { outputs } = JSON.parse(await readFile(path, 'utf8')) as Metafile
  await rm(path)
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((input) => inputs[input]?.bytesInOutput !== 0),
  )
}

/** Writes the licences of the libraries in the bundle beside it, as they ask for. */
async function writeNotices(libraries: readonly BundledPackage[]): Promise<void> {
  const notices = await Promise.all(libraries.map(notice))
  await writeFile(`${dist}THIRD_PARTY_LICENSES.md`, `${notices.join('\n\n---\n\n')}\n`)
}

async function notice({ name, version, folder }: BundledPackage): Promise<string> {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file) throw new TypeError(`The package ${name} is bundled, but has no licence file.`)
  return `# ${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}`
}
