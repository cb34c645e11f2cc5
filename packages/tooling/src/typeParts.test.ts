import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Project {
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly references: readonly { readonly path: string }[]
}
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as Project & Manifest
const paths = ({ references }: Project) => references.map(({ path }) => path)
/** Packages whose types are checked for themselves, and only when they or what they import have changed. */
const parts = globSync('packages/*/tsconfig.part.json', { cwd: root }).sort()

it('checks the types of each part, and of all other files together', () => {
  expect(parts.length).toBeGreaterThan(5)
  expect(paths(read('tsconfig.parts.json'))).toEqual([...parts, 'tsconfig.rest.json'])
  expect(paths(read('tsconfig.rest.json'))).toEqual(parts)
})

it('leaves only those files out of the others that a part has', () => {
  const folders = parts.flatMap((path) =>
    (read(path).include ?? [])
      .filter((pattern) => !pattern.endsWith('.json'))
      .map((pattern) => path.replace('tsconfig.part.json', pattern.replace('/*.ts', ''))),
  )
  expect(read('tsconfig.rest.json').exclude).toEqual(['**/node_modules', ...folders])
})

it.each(parts)('reads no package that its package.json does not name: %s', (path) => {
  const { dependencies, devDependencies } = read(path.replace('tsconfig.part.json', 'package.json'))
  const names = new Set(Object.keys({ ...dependencies, ...devDependencies }))
  const referenced = paths(read(path)).map((reference) => `@latchkey/${reference.split('/')[1]}`)
  expect(referenced.filter((name) => !names.has(name))).toEqual([])
})
