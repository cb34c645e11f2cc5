import ts from 'typescript'

/** The types and imports of a file of bundled declarations. */
export interface DeclarationFile {
  readonly types: readonly DeclaredType[]
  /** The names of the packages that it imports. */
  readonly packages: ReadonlySet<string>
}

/** A type at the top level of a file. */
export interface DeclaredType {
  /** In the file. */
  readonly name: string
  /** Under what name the file exports it. */
  readonly exportedAs?: string | undefined
  /** Whether the compiler can write out what it stands for, which it cannot do with an interface or a class. */
  readonly isAlias: boolean
}

export function readDeclarations(text: string): DeclarationFile {
  const { statements } = ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.Latest)
  const exported = new Map(
    statements.flatMap((statement) =>
      namesIn(statement).map(({ propertyName, name }) => [(propertyName ?? name).text, name.text]),
    ),
  )
  return {
    types: statements.flatMap((statement): DeclaredType[] => {
      const isAlias = ts.isTypeAliasDeclaration(statement)
      if (!isAlias && !ts.isInterfaceDeclaration(statement) && !ts.isClassDeclaration(statement)) return []
      const name = statement.name?.text
      return name === undefined ? [] : [{ name, exportedAs: exported.get(name), isAlias }]
    }),
    packages: new Set(statements.flatMap(packagesIn)),
  }
}

/** The names of `export { … }`. */
function namesIn(statement: ts.Statement): readonly ts.ExportSpecifier[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier || !statement.exportClause) return []
  return ts.isNamedExports(statement.exportClause) ? statement.exportClause.elements : []
}

function packagesIn(statement: ts.Statement): readonly string[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
  const { moduleSpecifier } = statement
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : []
}
