import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const source = new URL('../src/', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  exports: Record<string, { '@latchkey/source'?: string } | string>
}

/** The TypeScript files of a folder, without tests. */
const filesOf = (folder: string) =>
  readdirSync(new URL(folder, source)).filter((name) => name.endsWith('.ts') && !/\.(test|test-d)\.ts$/.test(name))

it('the root of src/ has the entries of the export map and nothing else', () => {
  const entries = Object.values(exports)
    .flatMap((entry) => (typeof entry === 'object' ? (entry['@latchkey/source'] ?? []) : []))
    .filter((path) => !path.startsWith('./src/generated/'))
  expect(filesOf('.').map((name) => `./src/${name}`)).toEqual(entries.sort())
})

it('core.ts has every file that more than one entry may import', () => {
  const shared = ['calls', 'policies', 'shared'].flatMap((folder) => filesOf(folder).map((name) => `${folder}/${name}`))
  const core = readFileSync(new URL('../core.ts', source), 'utf8')
  expect(Array.from(core.matchAll(/from '\.\/src\/(.+)'/g), ([, path]) => path)).toEqual(shared.sort())
})
