import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLicensedUnder, permissive, readManifest } from '../../tooling/src/bundles/licenses.ts'
import { inputsOf } from '../../tooling/src/bundles/notices.ts'
import { bundleInspector } from './bundleInspector.ts'
import { packageNames, unpackedFolder } from './consumer.ts'
import { anchorsOf, linksOf } from './markdown.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const repository = 'https://github.com/latchkey-dev/latchkey'

describe.each(packageNames)('the tarball of @latchkey/%s', (name) => {
  const folder = unpackedFolder(name)

  it('has the licence', async () => {
    expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(await readFile(join(root, 'LICENSE'), 'utf8'))
  })

  it('lists the libraries that it bundles in a bill of materials, and in no other case', async () => {
    const dist = await readdir(join(folder, 'dist'))
    expect(dist.includes('sbom.cdx.json')).toBe(dist.includes('THIRD_PARTY_LICENSES.md'))
    expect(dist.includes('sbom.cdx.json')).toBe(name !== 'types')
  })

  it('links to the source, the documentation and the issues, and is published with provenance', async () => {
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      license: 'MIT',
      repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${name}` },
      homepage: `${repository}/tree/main/packages/${name}#readme`,
      bugs: { url: `${repository}/issues` },
      publishConfig: { access: 'public', provenance: true },
    })
  })

  it('declares types by packages that its users have: its own libraries and its peers', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, object>
    const allowed = ['dependencies', 'peerDependencies'].flatMap((key) => Object.keys(manifest[key] ?? {}))
    const files = (await readdir(join(folder, 'dist'), { recursive: true })).filter((file) => /\.d\.c?ts$/.test(file))
    expect(files).not.toEqual([])
    const strange = new Set<string>()
    for (const file of files) {
      const { importedFiles } = ts.preProcessFile(await readFile(join(folder, 'dist', file), 'utf8'))
      for (const { fileName } of importedFiles)
        if (!/^(\.|node:)/.test(fileName) && !allowed.some((own) => `${fileName}/`.startsWith(`${own}/`)))
          strange.add(`${file}: ${fileName}`)
    }
    expect([...strange]).toEqual([])
  })

  it('has pages whose links lead to its own files, or to files of the repository', async () => {
    const files = await readdir(folder, { recursive: true })
    const pages = files.filter((file) => file.endsWith('.md') && !file.endsWith('THIRD_PARTY_LICENSES.md'))
    expect(pages).toContain('README.md')
    for (const page of pages) {
      const text = await readFile(join(folder, page), 'utf8')
      const deadLinks = linksOf(text).filter((link) => !leads(link, { folder, page, text }))
      expect(deadLinks, page).toEqual([])
    }
  })
})

it.each(['react.js', 'react.cjs'])('the file %s of the client says to bundlers that it is for pages', async (file) => {
  const code = await readFile(join(unpackedFolder('client'), 'dist', file), 'utf8')
  expect(code).toMatch(/^(?:["']use strict["'];\s*)?["']use client["']/)
})

interface Page {
  /** The folder of the tarball. */
  readonly folder: string
  readonly page: string
  readonly text: string
}

/** Whether the target of a page's link exists. */
function leads(link: string, { folder, page, text }: Page): boolean {
  const [target = '', anchor] = link.split('#')
  if (target === '') return anchor !== undefined && anchorsOf(text).includes(anchor)
  if (!/^[a-z]+:/i.test(target)) return isInside(folder, resolve(folder, dirname(page), target))
  if (!target.startsWith(`${repository}/`)) return false
  const path = /^(?:blob|tree|raw)\/main\/(.+)$/.exec(target.slice(repository.length + 1))?.[1]
  return path !== undefined && isInside(root, resolve(root, path))
}

function isInside(folder: string, path: string): boolean {
  return path.startsWith(folder) && existsSync(path)
}

interface Bom {
  bomFormat: string
  metadata: { component: { purl: string } }
  components: {
    group?: string
    name: string
    version: string
    licenses: { license?: { id: string }; expression?: string }[]
  }[]
}

describe('the bill of materials of @latchkey/mock', () => {
  let bom: Bom
  beforeAll(async () => {
    bom = JSON.parse(await readFile(join(unpackedFolder('mock'), 'dist/sbom.cdx.json'), 'utf8')) as Bom
  })

  it('is a CycloneDX document of this version', () => {
    const { version } = readManifest(unpackedFolder('mock'))
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { purl: `pkg:npm/%40latchkey/mock@${version}` } },
    })
  })

  it('lists exactly the packages in a bundle of the sources', async () => {
    const listed = bom.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    expect(listed.sort()).toEqual((await packagesInBundle()).sort())
  })

  it('names the licence of each package, which is permissive', () => {
    const others = bom.components.filter(
      ({ licenses: [license] }) => !isLicensedUnder(permissive, license?.license?.id ?? license?.expression),
    )
    expect(others).toEqual([])
  })

  it('comes with the licence texts', async () => {
    const notices = await readFile(join(unpackedFolder('mock'), 'dist/THIRD_PARTY_LICENSES.md'), 'utf8')
    const titles = Array.from(notices.matchAll(/^# (\S+) (\d\S+)$/gm), ([, name, version]) => `${name}@${version}`)
    // The project's own packages have the licence of the mock.
    const libraries = bom.components.filter(({ group }) => group !== '@latchkey')
    expect(titles.sort()).toEqual(
      libraries.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`).sort(),
    )
  })
})

/** The packages in esbuild's bundle of the entries. */
async function packagesInBundle(): Promise<string[]> {
  const source = (path: string) => join(root, 'packages/mock/src', path)
  const { metafile } = await build({
    entryPoints: [source('index.ts'), source('browser.ts'), source('node.ts'), source('bin/latchkeyMock.ts')],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['@latchkey/source', 'module', 'browser'],
    external: ['node:*', 'stream'],
    define: { PAPA_BROWSER_CONTEXT: 'true', 'process.env.NODE_ENV': '"production"' },
    outdir: root,
    metafile: true,
    write: false,
    logLevel: 'error',
  })
  const inspector = await bundleInspector()
  const files = [...inputsOf(metafile), ...inspector.inputs.map((input) => join('packages/mock', input))]
  const folders = files.flatMap(
    (file) => /^(?:.*\/node_modules\/(?:@[^/]+\/)?|packages\/(?!mock\/))[^/]+/.exec(file)?.[0] ?? [],
  )
  return [...new Set(folders)]
    .map((folder) => readManifest(join(root, folder)))
    .map(({ name, version }) => `${name}@${version}`)
}
