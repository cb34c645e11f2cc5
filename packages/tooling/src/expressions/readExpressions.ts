import ts from 'typescript'

/** A regular expression of our own, and where it stands. */
export interface Expression {
  /** Path and line. */
  readonly place: string
  readonly source: string
  readonly flags: string
  /** The longest text that it is asked about, in characters; absent where nothing bounds it. */
  readonly maxLength?: number
}

/**
 * The regular expressions of a file of TypeScript: its literals, and what `RegExp` is called with.
 *
 * @throws Error for a call of `RegExp` whose text does not follow from constants of the file
 */
export function readExpressions(path: string, text: string): Expression[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(file)
  const expressions: Expression[] = []
  visit(file)
  return expressions

  function visit(node: ts.Node): void {
    const place = `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      expressions.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map((argument) => textOf(argument, constants))
      if (source === undefined || (flags === undefined && node.arguments?.[1]))
        throw new Error(`${place}: write the expression as a literal, or from constants of the file.`)
      expressions.push({ place, source, flags: flags ?? '' })
    }
    ts.forEachChild(node, visit)
  }
}

type Constants = ReadonlyMap<string, ts.Expression>

/** Finds the initializer of each `const` in a file, by name. A name that two of them have is left out. */
function constantsOf(file: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>()
  const repeated = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const name = node.name.text
      const isConstant = (node.parent.flags & ts.NodeFlags.Const) !== 0
      if (!isConstant || !node.initializer || constants.has(name)) repeated.add(name)
      else constants.set(name, node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  for (const name of repeated) constants.delete(name)
  return constants
}

/** The text that an expression comes to, if that follows from literals, constants and texts that are escaped. */
function textOf(node: ts.Expression, constants: Constants): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression, constants)
  if (ts.isIdentifier(node)) {
    const initializer = constants.get(node.text)
    return initializer && textOf(initializer, constants)
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return join([textOf(node.left, constants), textOf(node.right, constants)])
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.flatMap((span) => [textOf(span.expression, constants), span.literal.text])
    return join([node.head.text, ...spans])
  }
  // Only its own characters match it, whatever the text is.
  if (ts.isCallExpression(node) && node.expression.getText() === 'escapeExpression') return 'text'
  return isJoin(node) ? joinedItems(node, constants) : undefined
}

type Join = ts.CallExpression & {
  readonly expression: ts.PropertyAccessExpression & { readonly expression: ts.ArrayLiteralExpression }
}

/** Whether it is `[…].join(…)`. */
function isJoin(node: ts.Expression): node is Join {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  return node.expression.name.text === 'join' && ts.isArrayLiteralExpression(node.expression.expression)
}

function joinedItems({ expression, arguments: [separator] }: Join, constants: Constants): string | undefined {
  const items = expression.expression.elements.map((item) => textOf(item, constants))
  return join(items, separator && textOf(separator, constants))
}

function join(parts: ReadonlyArray<string | undefined>, separator: string | undefined = ''): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(separator)
}
