import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { withoutTypeImports } from './testCommand/imports.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { hooks } = (await import(`${root}.pnpmfile.mjs`)) as {
  hooks: { beforePacking(manifest: Manifest): Manifest }
}
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as Manifest
const manifests = new Map(globSync('packages/*/package.json', { cwd: root }).map((path) => [dirname(path), read(path)]))
const published = [...manifests].filter(([, manifest]) => !manifest.private)

/** The folders of the published packages, and of the private ones that these import. */
const shipped = new Set(published.map(([folder]) => folder))
for (const folder of shipped)
  for (const name of Object.keys(manifests.get(folder)?.dependencies ?? {}))
    for (const [other, manifest] of manifests) if (manifest.name === name) shipped.add(other)

/** The packages that a source imports when it runs. */
function importsOf(text: string): string[] {
  const { importedFiles } = ts.preProcessFile(withoutTypeImports(text), true, true)
  return importedFiles.flatMap(
    ({ fileName }) => /^(?!\.|node:|cloudflare:)(?:@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? [],
  )
}

/** Imports of a package's sources that nobody who runs them would have installed. */
function unlisted(folder: string, { name, dependencies, peerDependencies }: Manifest): string[] {
  const listed = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })])
  const files = globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/\.test(-d)?\.tsx?$|\/test\//.test(file),
  )
  return files.flatMap((file) =>
    importsOf(readFileSync(`${root}/${file}`, 'utf8')).flatMap((each) => (listed.has(each) ? [] : `${file}: ${each}`)),
  )
}

it.each([...shipped])('%s lists the libraries that its sources import', (folder) => {
  expect(unlisted(folder, manifests.get(folder)!)).toEqual([])
})

it('the list of libraries is that of the private packages as well', () => {
  expect([...shipped]).toEqual(expect.arrayContaining(['packages/mock', 'packages/chains', 'packages/store']))
})

it.each(published)('the tarball of %s names the libraries that users install, and no tools', (_, manifest) => {
  const packed: Manifest = hooks.beforePacking(manifest)
  expect(packed.devDependencies).toBeUndefined()
  for (const [name, version] of Object.entries(packed.dependencies ?? {}))
    expect(version).toBe(manifest.dependencies?.[name] ?? 'a version in dependencies')
})

it('a package that nobody has decided about is not packed', () => {
  expect(() => hooks.beforePacking({ name: '@latchkey/new' })).toThrow(
    '.pnpmfile.mjs does not say what users of @latchkey/new install.',
  )
})
