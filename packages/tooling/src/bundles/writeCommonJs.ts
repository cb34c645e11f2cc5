import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build, type ImportKind, type Metafile } from 'esbuild'
import ts from 'typescript'
import { lineLimit } from './lineLimit.ts'
import { readModule } from './readModule.ts'

interface Bundle {
  /** The folder with the ES modules. Ends in a slash. */
  readonly dist: string
  /** The entries that CommonJS has, such as `index`. */
  readonly names: readonly string[]
  readonly metafile: Metafile
}

/**
 * Writes the entries of CommonJS, which load the ES modules, and `commonJs.cjs`, which they need where `require` does
 * not take these.
 *
 * @throws Error if a module is written in a way that `readModule.ts` does not read
 */
export async function writeCommonJs({ dist, names, metafile }: Bundle): Promise<void> {
  for (const [path, output] of Object.entries(metafile.outputs))
    // Nothing imports a command.
    if (path.endsWith('.js') && !path.includes('/bin/')) await checkReading(dist + basename(path), output)
  await build({
    entryPoints: [fileURLToPath(new URL('commonJs.ts', import.meta.url))],
    outfile: `${dist}commonJs.cjs`,
    bundle: true,
    format: 'cjs',
    target: 'es2023',
    minifyWhitespace: true,
    lineLimit,
    logLevel: 'error',
  })
  for (const name of names) {
    const output = Object.entries(metafile.outputs).find(([path]) => basename(path) === `${name}.js`)
    const hasDefault = output?.[1].exports.includes('default')
    await writeFile(`${dist}${name}.cjs`, hasDefault ? entryWithDefault(name) : entryOf(name))
  }
}

/** The metafile of a bundle by tsup. It is removed, since only the build needs it. */
export async function takeMetafile(dist: string): Promise<Metafile> {
  const path = `${dist}metafile-esm.json`
  const metafile = JSON.parse(await readFile(path, 'utf8')) as Metafile
  await rm(path)
  return metafile
}

/** A bundler follows the first `require`, and has no use for the second one. */
function entryOf(name: string): string {
  return `'use strict'
try {
  module.exports = require('./${name}.js')
} catch (error) {
  module.exports = require('./commonJs.cjs').load('./${name}.js', error)
}
`
}

/** An entry whose only export is a default. TypeScript takes `module.exports` for something else. */
function entryWithDefault(name: string): string {
  return `'use strict'
Object.defineProperty(exports, '__esModule', { value: true })
try {
  exports.default = require('./${name}.js').default
} catch (error) {
  exports.default = require('./commonJs.cjs').load('./${name}.js', error).default
}
`
}

/**
 * Compares the imports and exports that `readModule.ts` finds in a module with those that the bundler has written, and
 * makes sure that the exports are constant once the module has run.
 */
async function checkReading(file: string, { imports, exports }: Metafile['outputs'][string]): Promise<void> {
  const text = await readFile(file, 'utf8')
  const found = readModule(text)
  const written = (kind: ImportKind) =>
    imports.filter((each) => each.kind === kind).map(({ path, external }) => (external ? path : `./${basename(path)}`))
  const lists = [
    [found.imports, written('import-statement')],
    [found.laterImports, written('dynamic-import')],
    [found.exports, exports],
  ] as const
  for (const [read, expected] of lists)
    if (!isDeepStrictEqual(read.toSorted(), expected.toSorted()))
      throw new Error(`readModule.ts reads ${file} wrongly: ${read.join()} in place of ${expected.join()}`)
  const changing = changingExports(text)
  if (changing.length > 0)
    throw new Error(`${file} changes what it exports, which readModule.ts cannot follow: ${changing.join()}`)
}

/** The exports that a function of the module assigns to. */
export function changingExports(text: string): string[] {
  const { statements } = ts.createSourceFile('module.js', text, ts.ScriptTarget.Latest)
  const exported = new Set(
    statements.flatMap((statement) =>
      ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ propertyName, name }) => (propertyName ?? name).text)
        : [],
    ),
  )
  const changing = new Set<string>()
  const visit = (node: ts.Node, isInFunction: boolean): void => {
    const target = assignedBy(node)
    if (isInFunction && target && ts.isIdentifier(target) && exported.has(target.text)) changing.add(target.text)
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)))
  }
  for (const statement of statements) visit(statement, false)
  return [...changing]
}

/** The target of an assignment, of `++` or of `--`. */
function assignedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    const { FirstAssignment, LastAssignment } = ts.SyntaxKind
    return kind >= FirstAssignment && kind <= LastAssignment ? node.left : undefined
  }
  if (ts.isPostfixUnaryExpression(node)) return node.operand
  if (!ts.isPrefixUnaryExpression(node)) return undefined
  const changes = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
  return changes ? node.operand : undefined
}
