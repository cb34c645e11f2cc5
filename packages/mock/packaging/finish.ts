// What follows `tsup`: CommonJS beside the ES modules, and the licences of the libraries in the bundle.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = `${root}dist/`

await writeCommonJs()
await writeNotices()

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

/** Writes the licences of the libraries in the bundle beside it, as they ask for. */
async function writeNotices(): Promise<void> {
  const { inputs } = JSON.parse(await readFile(`${dist}metafile-esm.json`, 'utf8')) as {
    inputs: Record<string, unknown>
  }
  await rm(`${dist}metafile-esm.json`)
  const folders = new Set(Object.keys(inputs).map((input) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(input)?.[0]))
  const notices = await Promise.all(
    [...folders]
      .filter((folder) => folder !== undefined)
      .sort()
      .map(notice),
  )
  await writeFile(`${dist}THIRD_PARTY_LICENSES.md`, `${notices.join('\n\n---\n\n')}\n`)
}

async function notice(folder: string): Promise<string> {
  const path = `${root}${folder}/`
  const { name, version } = JSON.parse(await readFile(`${path}package.json`, 'utf8')) as {
    name: string
    version: string
  }
  const file = (await readdir(path)).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file) throw new TypeError(`The package ${name} is bundled, but has no licence file.`)
  return `# ${name} ${version}\n\n${(await readFile(path + file, 'utf8')).trim()}`
}
