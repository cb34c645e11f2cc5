import { dirname, relative } from 'node:path/posix'
import { type DeclarationFile, type DeclaredType, readDeclarations } from './readDeclarations.ts'

interface Package {
  /** The texts of its declarations in one module format, by path from the folder `dist`. */
  readonly files: ReadonlyMap<string, string>
  /** The paths of those that `exports` names. */
  readonly entries: ReadonlySet<string>
}

/**
 * Makes an entry `types` for a package, which exports all types that other exports mention.
 *
 * A library that wraps a call and emits declarations (`declaration: true`) writes the type of the result by name, such
 * as `import('@latchkey/client').Call`. The compiler takes the name from a module that the package exports and that is
 * part of the program. What several entries share is in files that the package does not export, so `types` exports
 * it, and every entry imports `types`. It has the types of dependencies, too, since a caller cannot import those where
 * pnpm has installed them.
 *
 * @returns The new texts, by path
 * @throws Error that lists the types which cannot be named yet
 */
export function nameTypes({ files, entries }: Package): ReadonlyMap<string, string> {
  const [extension = '.d.ts'] = Array.from(entries, (path) => /\.d\.c?ts$/.exec(path)?.[0])
  const target = `types${extension}`
  const read = new Map(Array.from(files, ([path, text]) => [path, readDeclarations(text)]))
  const shared = [...read].filter(([path]) => !entries.has(path))
  const faults = [...repeatedNames(shared), ...[...read].filter(([path]) => entries.has(path)).flatMap(hiddenTypes)]
  if (faults.length > 0) throw new Error(['Callers cannot name these types:', ...faults].join('\n'))

  const used = countNames(shared)
  const lines = shared.flatMap(([path, { types }]) => {
    const names = types.flatMap((type) => exportOf(type, used))
    return names.length > 0 ? [`export type { ${names.join(', ')} } from '${specifier(target, path)}';`] : []
  })
  const others = [...read.values()].some(({ packages }) => packages.has(contract))
    ? [`export type * from '${contract}';`]
    : []
  return new Map([
    [target, `${[...lines, ...others, 'export {};'].join('\n')}\n`],
    ...shared.map(([path, { types }]): [string, string] => {
      const names = types.flatMap(({ name, exportedAs }) => (exportedAs === undefined ? name : []))
      return [path, `${files.get(path)}${names.length > 0 ? `export type { ${names.join(', ')} };\n` : ''}`]
    }),
    ...Array.from(entries, (path): [string, string] => [
      path,
      `${files.get(path)}import '${specifier(path, target)}';\n`,
    ]),
  ])
}

/** The package with the types of the document. */
const contract = '@latchkey/types'

type ReadFile = readonly [path: string, declarations: DeclarationFile]

/** The name in the source. The bundler adds a number to what is there twice, and to names that the platform has. */
const publicName = ({ name }: DeclaredType) => name.replace(/\$\d+$/, '')

/** How many files or modules have a type of a name. An alias gives way to a type that has to have the name. */
function countNames(files: readonly ReadFile[]): ReadonlyMap<string, { aliases: number; others: number }> {
  const counts = new Map<string, { aliases: number; others: number }>()
  for (const type of files.flatMap(([, { types }]) => types)) {
    const count = counts.get(publicName(type)) ?? { aliases: 0, others: 0 }
    count[type.isAlias ? 'aliases' : 'others'] += 1
    counts.set(publicName(type), count)
  }
  return counts
}

/** An alias whose name is there several times is left out: the compiler writes out what it stands for. */
function exportOf(type: DeclaredType, used: ReturnType<typeof countNames>): readonly string[] {
  const { aliases = 0, others = 0 } = used.get(publicName(type)) ?? {}
  if (type.isAlias && aliases + others > 1) return []
  return [`${type.exportedAs ?? type.name} as ${publicName(type)}`]
}

function repeatedNames(files: readonly ReadFile[]): readonly string[] {
  return [...countNames(files)].flatMap(([name, { others }]) =>
    others > 1 ? [`  ${name}: several modules have a type of this name. Give each one its own.`] : [],
  )
}

/** Types of an entry's own file that it does not export. */
function hiddenTypes([path, { types }]: ReadFile): readonly string[] {
  return types.flatMap(({ name, exportedAs, isAlias }) =>
    exportedAs === undefined && !isAlias ? [`  ${name}: ${path} has to export it.`] : [],
  )
}

/** How a file imports another one. */
function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to).replace(/\.d\.(c?)ts$/, '.$1js')
  return path.startsWith('.') ? path : `./${path}`
}
