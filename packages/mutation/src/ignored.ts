/** The plugin of Stryker that leaves out changes which no test has to notice, each with its reason. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The parts of Babel's syntax tree that are looked at. */
interface SyntaxNode {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly key?: SyntaxNode
  readonly callee?: SyntaxNode
  readonly property?: SyntaxNode
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[]
  readonly expression?: SyntaxNode
  readonly arguments?: readonly SyntaxNode[]
  readonly properties?: readonly SyntaxNode[]
}

export interface SyntaxPath {
  readonly node: SyntaxNode
  readonly parent: SyntaxNode
}

const sentence = 'The wording of a sentence for people.'
const textProperties = new Set(['message', 'problem', 'hint', 'detail'])
const isText = ({ type, key }: SyntaxNode) => type === 'ObjectProperty' && textProperties.has(String(key?.name))
const isString = ({ type }: SyntaxNode) => type === 'StringLiteral' || type === 'TemplateLiteral'

/** Functions that make an error of a sentence, and of a code, which has no spaces. */
const refusing = new Set(['fail', 'refuse', 'invalid', 'unsupported'])
const hasSpace = ({ value, quasis = [] }: SyntaxNode) =>
  String(value).includes(' ') || quasis.some((quasi) => quasi.value.raw.includes(' '))
const isRefusal = ({ type, callee }: SyntaxNode) =>
  type === 'CallExpression' && refusing.has(String(callee?.property?.name ?? callee?.name))

const isInternalAssertion = ({ callee, arguments: input = [] }: SyntaxNode) =>
  callee?.name === 'assert' && input.some(({ value }) => value === 'internal')

/** Why a change of this part means nothing to a test, if so. */
export function reasonToIgnore({ node, parent }: SyntaxPath): string | undefined {
  if (isText(node)) return sentence
  if (node.type === 'ObjectExpression' && node.properties?.length === 1 && node.properties.every(isText))
    return sentence
  if (parent.type === 'NewExpression' && parent.callee?.name?.endsWith('Error') && isString(node)) return sentence
  if (isString(node) && isRefusal(parent) && hasSpace(node)) return sentence
  if (node.type === 'ExpressionStatement' && node.expression && isInternalAssertion(node.expression))
    return 'A state that the rules never reach.'
  return parent.type === 'CallExpression' && parent.callee?.name === 'everyValue'
    ? 'A table of which only the keys are read.'
    : undefined
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'meaningless', {
    shouldIgnore: (path: object) => reasonToIgnore(path as SyntaxPath),
  }),
]
