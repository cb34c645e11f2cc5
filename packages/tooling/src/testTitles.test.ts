import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const files = globSync('{packages,examples}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
})

/** Whether a call makes tests: `it(…)`, `test.each(…)(…)` and so on. */
const makesTests = ({ expression }: ts.CallExpression): boolean => /^(?:it|test)\b/.test(expression.getText())

/** The titles of the tests in a file, in order. */
function titlesIn(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(`${root}/${path}`, 'utf8'), ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && makesTests(node)) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) titles.push(title.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

it('gives no title to two tests of a file, since a failure names the test by its title', () => {
  const repeated = files.flatMap((path) => {
    const titles = titlesIn(path)
    return titles.filter((title, i) => titles.indexOf(title) !== i).map((title) => `${path}: ${title}`)
  })
  expect(files.length).toBeGreaterThan(500)
  expect(repeated).toEqual([])
})
