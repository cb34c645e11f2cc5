/** Declarations of a package as ES modules, and what becomes of them. */
interface Declarations {
  /** The texts of its `.d.ts` files by path, such as `index.d.ts`. All are in one folder. */
  readonly files: ReadonlyMap<string, string>
  /** The files that are entries, and of these the ones that CommonJS has, too. */
  readonly entries: ReadonlySet<string>
  readonly commonJs: ReadonlySet<string>
  /** Entries that import no package, and whose ES module exports what CommonJS does. */
  readonly reexported?: ReadonlySet<string>
}

/**
 * Makes the declarations of both module formats of those of ES modules.
 *
 * What several entries share is there once, as `.d.cts`: both formats may import it. CommonJS may import the
 * declarations of an ES module only from TypeScript 5.8 on.
 *
 * @returns The texts by path.
 * @throws Error if an entry that is exported again imports a package, or has a default, which `export *` leaves out
 */
export function shareDeclarations(declarations: Declarations): ReadonlyMap<string, string> {
  const { files, entries, commonJs, reexported = new Set() } = declarations
  const isShared = (path: string) => !entries.has(path)
  const toCommonJs = (text: string) => replaceImports(text, () => true)
  return new Map(
    Array.from(files).flatMap(([path, text]): [string, string][] => {
      const required: [string, string] = [path.replace(/\.d\.ts$/, '.d.cts'), toCommonJs(text)]
      if (isShared(path)) return [required]
      if (!reexported.has(path))
        return [[path, replaceImports(text, isShared)], ...(commonJs.has(path) ? [required] : [])]
      if (/\bfrom '[^.]|\bexport default\b|\bas default\b/.test(text))
        throw new Error(`${path} imports a package or has a default, so it cannot be exported again.`)
      return [[path, `export * from './${path.replace(/\.d\.ts$/, '.cjs')}';\n`], required]
    }),
  )
}

/** Lets a text import the declarations of CommonJS in place of some files. */
function replaceImports(text: string, isReplaced: (path: string) => boolean): string {
  return text.replaceAll(/(['"])\.\/([\w.-]+)\.js\1/g, (quoted, quote: string, name: string) =>
    isReplaced(`${name}.d.ts`) ? `${quote}./${name}.cjs${quote}` : quoted,
  )
}
