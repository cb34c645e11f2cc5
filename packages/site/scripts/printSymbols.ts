/**
 * Prints the mock's reference, since TypeDoc, which writes the client's, leaves out what `mock.create` and the other
 * parts of a mock can do: no entry exports their types. `typedoc-plugin-missing-exports` adds them, together with the
 * types of the store, but a signature then shows all fields of a schema instead of a link to it.
 */

import ts from 'typescript'
import type { LinkSchema } from './describeSchema.ts'
import { codeBlock, escapeText, table } from './markdown.ts'
import { docOf, type Doc } from './tsdoc.ts'

export interface Context {
  readonly checker: ts.TypeChecker
  /** The folder whose declarations are described. */
  readonly root: string
  readonly link: LinkSchema
  readonly hasSchema: (name: string) => boolean
  /** Types that the printed signatures name, which the end of the page describes. */
  readonly types: Map<string, ts.Declaration>
}

/** The symbol that a name of an export stands for. */
export const unalias = ({ checker }: Context, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const isOurs = ({ root }: Context, declaration: ts.Declaration | undefined): declaration is ts.Declaration =>
  declaration?.getSourceFile().fileName.startsWith(root) ?? false

/** The members of an object, by their path: functions as they are called, and objects with their own members below. */
export function printMembers(context: Context, symbol: ts.Symbol, path: string): string[] {
  const type = context.checker.getDeclaredTypeOfSymbol(symbol)
  return propertiesOf(context, type).flatMap((property) => printMember(context, property, `${path}.${property.name}`))
}

/** The properties that are declared here. Those of a mapped type have no declaration. */
const propertiesOf = (context: Context, type: ts.Type) =>
  context.checker
    .getPropertiesOfType(type)
    .filter(({ declarations }) => !declarations?.[0] || isOurs(context, declarations[0]))

/** Whether a value has functions: its own, or those of its members. */
function hasFunctions(context: Context, type: ts.Type, depth = 2): boolean {
  return propertiesOf(context, type).some((property) => {
    const inner = context.checker.getTypeOfSymbol(property)
    return inner.getCallSignatures().length > 0 || (depth > 1 && hasFunctions(context, inner, depth - 1))
  })
}

function printMember(context: Context, property: ts.Symbol, path: string): string[] {
  const { checker } = context
  const type = checker.getTypeOfSymbol(property)
  const doc = docOf(checker, property)
  const signatures = type.getCallSignatures()
  if (signatures.length > 0) return [printFunction(context, { heading: `### ${path}()`, path, signatures, doc })]
  const inner = propertiesOf(context, type)
  const [declaration] = property.declarations ?? []
  if (!hasFunctions(context, type)) {
    const written = declaration ? typeText(context, declaration) : checker.typeToString(type)
    return [`### ${path}\n`, codeBlock('ts', written), printDoc(doc)]
  }
  const alike = alikeMembers(context, inner)
  if (alike) {
    const names = inner.map(({ name }) => `\`${name}\``).join(', ')
    const [first] = inner as [ts.Symbol]
    const members = printGroup(context, checker.getTypeOfSymbol(first), `${path}.${first.name}`)
    return [`### ${path}\n`, printDoc(doc), `Its members are alike: ${names}.\n`, ...members]
  }
  return [...(doc.text ? [`### ${path}\n`, printDoc(doc)] : []), ...printGroup(context, type, path)]
}

const printGroup = (context: Context, type: ts.Type, path: string) =>
  propertiesOf(context, type).flatMap((property) => printMember(context, property, `${path}.${property.name}`))

/** Whether an object has the same type of member under many names, as `idp` has. */
function alikeMembers({ checker }: Context, members: readonly ts.Symbol[]): boolean {
  const types = new Set(members.map((member) => checker.getTypeOfSymbol(member)))
  return members.length > 1 && types.size === 1
}

interface Callable {
  readonly heading: string
  readonly path: string
  readonly signatures: readonly ts.Signature[]
  readonly doc: Doc
}

function printFunction(context: Context, { heading, path, signatures, doc }: Callable): string {
  const declarations = signatures.map((signature) => signature.getDeclaration())
  const written = [...doc.parameters.keys()]
  // A parameter that is taken apart has a name in TSDoc at most.
  const nameOf = ({ name }: ts.ParameterDeclaration, index: number) =>
    ts.isIdentifier(name) ? name.text : (written[index] ?? 'options')
  const text = declarations.map((declaration) => {
    const parameters = declaration.parameters.map((parameter, index) => {
      const isOptional = parameter.questionToken || parameter.initializer
      const rest = parameter.dotDotDotToken ? '...' : ''
      const type = parameter.type ? `: ${parameter.type.getText().replaceAll(/\s+/g, ' ')}` : ''
      return `${rest}${nameOf(parameter, index)}${isOptional ? '?' : ''}${type}`
    })
    const result = declaration.type?.getText().replaceAll(/\s+/g, ' ')
    return `${path}(${parameters.join(', ')})${result ? `: ${result}` : ''}`
  })
  const parameters = new Map(
    declarations.flatMap((declaration) =>
      declaration.parameters.map((parameter, index) => [nameOf(parameter, index), parameter] as const),
    ),
  )
  for (const declaration of declarations) collectTypes(context, declaration)
  return [
    `${heading}\n`,
    codeBlock('ts', text.join('\n')),
    printDoc(doc),
    table(
      ['parameter', 'type', 'required', 'meaning'],
      [...parameters].map(([name, parameter]) => [
        `\`${name}\``,
        parameter.type ? `\`${parameter.type.getText().replaceAll(/\s+/g, ' ')}\`` : '',
        parameter.questionToken || parameter.initializer ? '' : 'yes',
        [escapeText(doc.parameters.get(name) ?? ''), linksIn(context, parameter)].filter(Boolean).join(' '),
      ]),
    ),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Links to the schemas of the document that a declaration names: `Schemas['Gate']`. */
function linksIn({ link, hasSchema }: Context, node: ts.Node): string {
  const names = new Set(Array.from(node.getText().matchAll(/Schemas\['(\w+)'\]/g), ([, name = '']) => name))
  return [...names].filter(hasSchema).map(link).join(', ')
}

/** Notes the types of the mock that a declaration refers to. */
function collectTypes(context: Context, node: ts.Node): void {
  if (ts.isTypeReferenceNode(node)) {
    const symbol = context.checker.getSymbolAtLocation(node.typeName)
    const [declaration] = (symbol && unalias(context, symbol).declarations) ?? []
    const name = node.typeName.getText()
    const isType = declaration && (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration))
    if (isType && isOurs(context, declaration) && name !== 'Mock' && !context.types.has(name)) {
      context.types.set(name, declaration)
      collectTypes(context, declaration)
    }
  }
  ts.forEachChild(node, (child) => collectTypes(context, child))
}

/** The types that the printed symbols name. Those that another page describes are links to it. */
export function printTypes(context: Context, elsewhere: ReadonlySet<string>): string[] {
  const linked = [...context.types.keys()].filter((name) => elsewhere.has(name)).sort()
  const links = linked.map((name) => `[${name}](/reference/mock/#${name.toLowerCase()})`)
  const own = [...context.types]
    .filter(([name]) => !elsewhere.has(name))
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, declaration]) => {
      const symbol = context.checker.getSymbolAtLocation((declaration as ts.InterfaceDeclaration).name)
      return printType(context, name, { declaration, doc: symbol && docOf(context.checker, symbol) })
    })
  return links.length > 0 ? [...own, `Described with the mock: ${links.join(', ')}.\n`] : own
}

function printType(
  context: Context,
  name: string,
  { declaration, doc }: { declaration: ts.Declaration; doc?: Doc | undefined },
) {
  const members = ts.isInterfaceDeclaration(declaration) ? declaration.members : undefined
  const rows = members?.flatMap((member) => {
    const symbol = member.name && context.checker.getSymbolAtLocation(member.name)
    if (!symbol) return []
    const { text, fallback } = docOf(context.checker, symbol)
    const described = [escapeText(text), linksIn(context, member), fallback && `Default: ${escapeText(fallback)}.`]
    return [[`\`${symbol.name}\``, `\`${typeText(context, member)}\``, described.filter(Boolean).join(' ')]]
  })
  return [
    `### ${name}\n`,
    doc ? printDoc(doc) : '',
    rows
      ? table(['field', 'type', 'meaning'], rows)
      : codeBlock('ts', declaration.getText().replace(/^(export )?(declare )?type /, 'type ')),
  ]
    .filter(Boolean)
    .join('\n')
}

/** Prints an export of an entry. A type waits for the end of the page. */
export function printExport(context: Context, symbol: ts.Symbol): string {
  const { checker } = context
  const [declaration] = symbol.declarations ?? []
  if (!declaration) return ''
  const doc = docOf(checker, symbol)
  const type = checker.getTypeOfSymbol(symbol)
  if (ts.isFunctionDeclaration(declaration)) {
    const signatures = type.getCallSignatures()
    return printFunction(context, { heading: `## ${symbol.name}()`, path: symbol.name, signatures, doc })
  }
  if (ts.isVariableDeclaration(declaration)) return printValue(context, { name: symbol.name, declaration, doc })
  if (ts.isClassDeclaration(declaration)) return printClass(context, { symbol, declaration, doc })
  context.types.delete(symbol.name)
  collectTypes(context, declaration)
  context.types.set(symbol.name, declaration)
  return ''
}

interface Value {
  readonly name: string
  readonly declaration: ts.VariableDeclaration
  readonly doc: Doc
}

function printValue(context: Context, { name, declaration, doc }: Value): string {
  const { checker } = context
  const type = checker.getTypeAtLocation(declaration)
  const written = declaration.type?.getText() ?? checker.typeToString(type, declaration)
  collectTypes(context, declaration)
  // A value whose type is not written has that of a function of ours, such as `createTest()`.
  const { initializer } = declaration
  const callee = initializer && ts.isCallExpression(initializer) ? initializer.expression : undefined
  const called = callee && checker.getSymbolAtLocation(callee)
  const [origin] = (called && unalias(context, called).declarations) ?? []
  if (isOurs(context, origin)) collectTypes(context, origin)
  return [`## ${name}\n`, codeBlock('ts', `const ${name}: ${written}`), printDoc(doc)].filter(Boolean).join('\n')
}

interface Class {
  readonly symbol: ts.Symbol
  readonly declaration: ts.ClassDeclaration
  readonly doc: Doc
}

/** A class with the members that its TSDoc describes. What the platform calls has no TSDoc. */
function printClass(context: Context, { symbol, declaration, doc }: Class): string {
  const { checker } = context
  const name = declaration.name?.text ?? symbol.name
  const members = propertiesOf(context, checker.getDeclaredTypeOfSymbol(symbol)).filter(
    (member) => docOf(checker, member).text !== '',
  )
  const bases = declaration.heritageClauses?.flatMap(({ types }) => types) ?? []
  const base = bases.map((one) => ` extends ${checker.typeToString(checker.getTypeAtLocation(one))}`).join('')
  return [
    `## ${name}\n`,
    codeBlock('ts', `class ${name}${base}`),
    printDoc(doc),
    ...members.flatMap((member) => printMember(context, member, member.name)),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The type of a member as it is written in the source, on one line. */
function typeText({ checker }: Context, declaration: ts.Declaration): string {
  const written = (declaration as ts.PropertySignature).type?.getText()
  if (written && !ts.isMethodSignature(declaration)) return written.replaceAll(/\s+/g, ' ')
  if (ts.isMethodSignature(declaration))
    return declaration
      .getText()
      .replaceAll(/\/\*\*.*?\*\/|\s+/gs, ' ')
      .trim()
  return checker.typeToString(checker.getTypeAtLocation(declaration))
}

function printDoc({ text, returns, errors, examples }: Doc): string {
  return [
    text ? `${escapeText(text)}\n` : '',
    returns ? `**Returns:** ${escapeText(returns)}\n` : '',
    ...errors.map((error) => `**Throws:** ${escapeText(error)}\n`),
    ...examples.map((example) => codeBlock('ts', example)),
  ]
    .filter(Boolean)
    .join('\n')
}
