import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const packages = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Fields of what callers get from the service or from the client, and only pass on. Other libraries take them, and may
 * not allow `undefined`.
 */
const received = [
  /^device\/src\/envelope\.ts: SealedEnvelope\./,
  /^client\/src\/session\/cookieJar\.ts: CookieAttributes\./,
  /^names\/src\/namesFile\.ts: /,
]

/** The sources of a package's entries, by its export map, for all conditions. */
function entriesOf(name: string): readonly string[] {
  const manifest = readFileSync(join(packages, name, 'package.json'), 'utf8')
  const sources = Array.from(manifest.matchAll(/"@latchkey\/source": "(.+\.ts)"/g), ([, source = '']) => source)
  return [...new Set(sources)].filter((source) => !source.includes('*')).map((source) => join(packages, name, source))
}

/** The optional fields that callers give to the functions of a module, and that do not say `| undefined`. */
function strictFields(checker: ts.TypeChecker, file: ts.SourceFile): readonly string[] {
  const found: string[] = []
  const seen = new Set<ts.Type>()
  const visit = (type: ts.Type): void => {
    if (seen.has(type)) return
    seen.add(type)
    if (type.isUnionOrIntersection()) return type.types.forEach(visit)
    checker.getTypeArguments(type as ts.TypeReference).forEach(visit)
    for (const property of type.getProperties()) {
      const { valueDeclaration: node } = property
      if (!node || !ts.isPropertySignature(node) || !isOurs(node.getSourceFile().fileName)) continue
      if (node.questionToken && node.type && !allowsUndefined(node.type)) found.push(placeOf(node))
      visit(checker.getTypeOfSymbol(property))
    }
  }
  const module = checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${file.fileName} has no exports.`)
  for (const exported of checker.getExportsOfModule(module)) {
    const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const type = checker.getTypeOfSymbol(target)
    const parameters = [...type.getCallSignatures(), ...type.getConstructSignatures()].flatMap((it) => it.parameters)
    for (const parameter of parameters) visit(checker.getTypeOfSymbol(parameter))
  }
  return found
}

const isOurs = (file: string): boolean => file.startsWith(packages) && !/node_modules|generated/.test(file)

const allowing = new Set([ts.SyntaxKind.UndefinedKeyword, ts.SyntaxKind.UnknownKeyword, ts.SyntaxKind.NeverKeyword])

const allowsUndefined = (type: ts.TypeNode): boolean =>
  allowing.has(type.kind) || (ts.isUnionTypeNode(type) && type.types.some(allowsUndefined))

function placeOf({ name, parent }: ts.PropertySignature): string {
  const owner = ts.isInterfaceDeclaration(parent) ? parent.name.text : 'a type'
  return `${relative(packages, parent.getSourceFile().fileName)}: ${owner}.${name.getText()}`
}

// Callers with `exactOptionalPropertyTypes` could not pass on a setting that may be missing.
it('each optional field that a caller gives may be undefined', { timeout: 300_000 }, () => {
  const files = ['client', 'mock'].flatMap(entriesOf)
  const { config } = ts.readConfigFile(join(packages, '../tsconfig.base.json'), ts.sys.readFile) as { config: object }
  const { options } = ts.parseJsonConfigFileContent({ ...config, files }, ts.sys, join(packages, '..'))
  const program = ts.createProgram(files, options)
  const checker = program.getTypeChecker()
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? [])
  expect(sources.length).toBeGreaterThan(25)
  const found = new Set(sources.flatMap((source) => strictFields(checker, source)))
  expect([...found].filter((place) => !received.some((pattern) => pattern.test(place)))).toEqual([])
})
