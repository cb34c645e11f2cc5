import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** SPDX ids of licences that require only their notice. The packages may bundle code under them. */
export const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
])

/** SPDX ids of further licences of tools, which are installed here but not part of a published package. */
export const openSource: ReadonlySet<string> = new Set([
  ...permissive,
  'CC-BY-4.0',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MPL-2.0',
  'Zlib',
])

/** The fields of a package's `package.json` that are read. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: unknown
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Whether licences satisfy an SPDX expression of ids, `AND`, `OR` and at most one pair of parentheses. */
export function isLicensedUnder(licenses: ReadonlySet<string>, expression: unknown): boolean {
  if (typeof expression !== 'string') return false
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((id) => licenses.has(id)))
}

/**
 * All packages that are installed for the given folders: their dependencies, also for development, and theirs in turn.
 *
 * @param leftOut - Dependencies that are not installed on purpose, such as `expo-secure-store>expo`.
 */
export function installedPackages(folders: readonly string[], leftOut: ReadonlySet<string> = new Set()): Manifest[] {
  const manifests = new Map<string, Manifest>()
  const workspace = new Set(folders.map((folder) => realpathSync(folder)))
  const visit = (folder: string) => {
    if (manifests.has(folder)) return
    const manifest = readManifest(folder)
    manifests.set(folder, manifest)
    const { dependencies, devDependencies, optionalDependencies } = manifest
    const names = Object.keys({ ...dependencies, ...(workspace.has(folder) && devDependencies) })
    for (const name of names) {
      const installed = findPackage(folder, name)
      // Optional packages for other platforms are not installed.
      if (installed) visit(installed)
      else if (!optionalDependencies?.[name] && !leftOut.has(`${manifest.name}>${name}`))
        throw new Error(`${manifest.name} needs ${name}, which is not installed.`)
    }
    for (const name of Object.keys(optionalDependencies ?? {})) {
      const installed = findPackage(folder, name)
      if (installed) visit(installed)
    }
  }
  workspace.forEach(visit)
  return [...manifests].filter(([folder]) => !workspace.has(folder)).map(([, manifest]) => manifest)
}

/** Finds a package like Node: in the `node_modules` of a folder and of its parents. */
function findPackage(folder: string, name: string): string | undefined {
  const candidate = join(folder, 'node_modules', name)
  if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
  return dirname(folder) === folder ? undefined : findPackage(dirname(folder), name)
}
