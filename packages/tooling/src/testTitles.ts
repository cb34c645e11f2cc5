import ts from 'typescript'

/** Whether a call makes tests: `it(…)`, `test.each(…)(…)` and so on. */
const makesTests = ({ expression }: ts.CallExpression): boolean => /^(?:it|test)\b/.test(expression.getText())

/**
 * Lists the titles of the tests of a file, in order.
 *
 * A title of `each` is its template, and a template with expressions is its source.
 */
export function titlesIn(path: string, code: string): string[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && makesTests(node)) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
      if (title && ts.isTemplateExpression(title)) titles.push(title.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}
