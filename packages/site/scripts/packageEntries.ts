import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type PackageName = 'types' | 'client' | 'mock'

/** An entry of a package's `exports`. */
export interface PackageEntry {
  /** The import specifier: `@latchkey/mock/vitest`. */
  readonly specifier: string
  /** The last part of its page's URL: `vitest`, or `index` for the package itself. */
  readonly page: string
  /** The file that it is made of; undefined for a file that is no module, and for a pattern. */
  readonly source?: string
}

type Target = string | Readonly<Record<string, unknown>>
type Exports = Readonly<Record<string, Target>>

/**
 * The entries that a package publishes, without its `package.json`, and without `types`: it gives the types of the other
 * entries a name, and has no code.
 */
export function entriesOf(name: PackageName): PackageEntry[] {
  const root = new URL(`../../${name}/`, import.meta.url)
  const text = readFileSync(new URL('package.json', root), 'utf8')
  const { exports, publishConfig } = JSON.parse(text) as { exports: Exports; publishConfig: { exports: Exports } }
  return Object.entries(exports)
    .filter(([key]) => key in publishConfig.exports && key !== './package.json' && key !== './types')
    .map(([key, target]) => {
      const source = typeof target === 'string' ? undefined : target['@latchkey/source']
      return {
        specifier: `@latchkey/${name}${key.slice(1)}`,
        page: key === '.' ? 'index' : key.slice(2),
        ...(typeof source === 'string' && { source: fileURLToPath(new URL(source, root)) }),
      }
    })
}
