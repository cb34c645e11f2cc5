import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Manifest, readManifest } from './licenses.ts'

/** A package whose code is in the bundle. */
export interface BundledPackage extends Manifest {
  readonly folder: string
}

/**
 * The packages whose code is in a bundle, except the bundled package itself.
 *
 * @param inputs - Files of esbuild's metafile, relative to `root`; a file may appear several times.
 * @param root - Folder of the package that was bundled.
 * @throws Error if the same version of a package comes from two folders
 */
export function bundledPackages(inputs: readonly string[], root: string): BundledPackage[] {
  const files = inputs.filter((input) => !isMadeByPlugin(input)).map((input) => resolve(root, input))
  const folders = new Set(files.map((file) => packageFolder(file)))
  folders.delete(resolve(root))
  const packages = [...folders].map((folder) => ({ ...readManifest(folder), folder }))
  assertOnce(packages)
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Two packages of the workspace that resolve a library with different peers bring it twice. */
function assertOnce(packages: readonly BundledPackage[]): void {
  const folders = new Map<string, string>()
  for (const { name, version, folder } of packages) {
    const first = folders.get(`${name}@${version}`)
    if (first !== undefined) throw new Error(`${name} ${version} is bundled twice: from ${first} and ${folder}.`)
    folders.set(`${name}@${version}`, folder)
  }
}

/** Whether an input has a namespace: then a plugin wrote it, and it refers to its source file. */
function isMadeByPlugin(input: string): boolean {
  return /^[\w-]+:/.test(input)
}

/** The folder below `node_modules`, or in the workspace the closest one with a `package.json`. */
function packageFolder(file: string): string {
  const installed = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
  if (installed !== undefined) return installed
  const folder = dirname(file)
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(folder)
}

/** A software bill of materials (CycloneDX 1.6). Equal packages give equal bytes. */
export function cycloneDx(product: Manifest, parts: readonly Manifest[]): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component(product) },
    components: parts.map(component),
    dependencies: [{ ref: purl(product), dependsOn: parts.map(purl) }],
  }
}

function component(manifest: Manifest): object {
  const { name, version, license } = manifest
  if (typeof license !== 'string')
    throw new TypeError(`The package ${name} ${version} has no licence in its package.json.`)
  const [packageName, group] = name.split('/').toReversed()
  return {
    type: 'library',
    'bom-ref': purl(manifest),
    ...(group && { group }),
    name: packageName,
    version,
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    purl: purl(manifest),
  }
}

/** Package URL; the `@` of a scope is percent-encoded. */
function purl({ name, version }: Manifest): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
