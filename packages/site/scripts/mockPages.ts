import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { docOf, type Doc } from './tsdoc.ts'
import { codeBlock, escapeText, page, table } from './markdown.ts'
import type { LinkSchema } from './describeSchema.ts'

const root = fileURLToPath(new URL('../../mock/', import.meta.url))
const source = `${root}src/`

interface Context {
  readonly checker: ts.TypeChecker
  readonly link: LinkSchema
  readonly hasSchema: (name: string) => boolean
  /** Types that the printed signatures name, which the end of the page describes. */
  readonly types: Map<string, ts.Declaration>
}

/** The mock's reference, from the TSDoc of its entry points: what is exported, and every member of a mock by its path. */
export function mockPages(link: LinkSchema, hasSchema: (name: string) => boolean): ReadonlyMap<string, string> {
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile).config as unknown
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const entries = { index: '@latchkey/mock', browser: '@latchkey/mock/browser', node: '@latchkey/mock/node' }
  const program = ts.createProgram(
    Object.keys(entries).map((name) => `${source}${name}.ts`),
    options,
  )
  const context = { checker: program.getTypeChecker(), link, hasSchema, types: new Map<string, ts.Declaration>() }
  const exported = Object.entries(entries).map(([name, specifier]) => {
    const file = program.getSourceFile(`${source}${name}.ts`)
    const symbol = file && context.checker.getSymbolAtLocation(file)
    if (!symbol) throw new Error(`${name}.ts exports nothing.`)
    return { specifier, symbols: context.checker.getExportsOfModule(symbol).map((one) => unalias(context, one)) }
  })
  const mock = exported[0]?.symbols.find(({ name }) => name === 'Mock')
  if (!mock) throw new Error('The mock exports no type "Mock".')
  const members = printMembers(context, mock, 'mock')
  const functions = exported.flatMap(({ specifier, symbols }) => [
    `## ${specifier}\n`,
    ...symbols.filter(({ name }) => name !== 'Mock').map((symbol) => printExport(context, symbol)),
  ])
  const description = 'What `@latchkey/mock` exports, and every function of a mock, with its parameters by name.'
  return new Map([
    [
      'mock.md',
      page('Mock', description, [
        `${description}\n`,
        '<Try>\n\n<<< @/../examples/control.ts\n\n</Try>\n',
        ...functions,
        '## A mock\n',
        ...members,
        '## Types\n',
        ...printTypes(context),
      ]),
    ],
  ])
}

const unalias = ({ checker }: Context, symbol: ts.Symbol) =>
  symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol

const isOurs = (declaration: ts.Declaration | undefined): declaration is ts.Declaration =>
  declaration?.getSourceFile().fileName.startsWith(source) ?? false

/** The members of an object, by their path: functions as they are called, and objects with their own members below. */
function printMembers(context: Context, symbol: ts.Symbol, path: string): string[] {
  const type = context.checker.getDeclaredTypeOfSymbol(symbol)
  return propertiesOf(context, type).flatMap((property) => printMember(context, property, `${path}.${property.name}`))
}

/** The properties that are declared here. Those of a mapped type have no declaration. */
const propertiesOf = ({ checker }: Context, type: ts.Type) =>
  checker.getPropertiesOfType(type).filter(({ declarations }) => !declarations?.[0] || isOurs(declarations[0]))

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
  const text = declarations.map((declaration) => {
    const parameters = declaration.parameters.map((parameter) => parameter.getText().replaceAll(/\s+/g, ' '))
    const result = declaration.type?.getText().replaceAll(/\s+/g, ' ')
    return `${path}(${parameters.join(', ')})${result ? `: ${result}` : ''}`
  })
  const parameters = new Map(
    declarations.flatMap((declaration) =>
      declaration.parameters.map((parameter) => [parameter.name.getText(), parameter] as const),
    ),
  )
  for (const declaration of declarations) collectTypes(context, declaration)
  return [
    `${heading}\n`,
    codeBlock('ts', text.join('\n')),
    printDoc(doc),
    table(
      ['parameter', 'required', 'meaning'],
      [...parameters].map(([name, parameter]) => [
        `\`${name}\``,
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
    if (isType && isOurs(declaration) && name !== 'Mock' && !context.types.has(name)) {
      context.types.set(name, declaration)
      collectTypes(context, declaration)
    }
  }
  ts.forEachChild(node, (child) => collectTypes(context, child))
}

function printTypes(context: Context): string[] {
  return [...context.types]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, declaration]) => {
      const symbol = context.checker.getSymbolAtLocation((declaration as ts.InterfaceDeclaration).name)
      return printType(context, name, { declaration, doc: symbol && docOf(context.checker, symbol) })
    })
}

function printType(context: Context, name: string, { declaration, doc }: { declaration: ts.Declaration; doc?: Doc }) {
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

function printExport(context: Context, symbol: ts.Symbol): string {
  const { checker } = context
  const [declaration] = symbol.declarations ?? []
  if (!declaration) return ''
  const doc = docOf(checker, symbol)
  const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures()
  if (ts.isFunctionDeclaration(declaration))
    return printFunction(context, { heading: `### ${symbol.name}()`, path: symbol.name, signatures, doc })
  context.types.delete(symbol.name)
  collectTypes(context, declaration)
  context.types.set(symbol.name, declaration)
  return ''
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
