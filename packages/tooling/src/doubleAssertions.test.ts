import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = globSync('packages/*/{src,.vitepress}/**/*.{ts,tsx}', { cwd: root }).filter(
  (path) => !/\.test(-d)?\.tsx?$/.test(path) && !path.includes('/generated/'),
)

/** An expression without what does not change its type for the reader: parentheses, `!` and `satisfies`. */
function bare(node: ts.Expression): ts.Expression {
  const isWrapped = ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isSatisfiesExpression(node)
  return isWrapped ? bare(node.expression) : node
}

/**
 * The assertions of another assertion, such as `x as unknown as T`. The compiler checks that a single assertion is
 * possible; a second one turns this check off, whatever the type in the middle is.
 */
function doubleAssertions(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isAssertionExpression(node) && ts.isAssertionExpression(bare(node.expression)))
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('double assertions', () => {
  it('no source asserts a type twice', () => {
    expect(sources.length).toBeGreaterThan(800)
    expect(sources.flatMap((path) => doubleAssertions(path, readFileSync(`${root}/${path}`, 'utf8')))).toEqual([])
  })

  it.each([
    'x as unknown as T',
    'x as never as T',
    'x as object as T',
    '(x as unknown) as T',
    '(x as object)! as T',
    '<T>(<unknown>x)',
  ])('%s counts as a double assertion', (text) => {
    expect(doubleAssertions('source.ts', text)).toEqual(['source.ts:1'])
  })

  it.each(['x as T', 'f(x as never) as T', '[x as A] as B', 'x as A & B'])(
    '%s counts as no double assertion',
    (text) => {
      expect(doubleAssertions('source.ts', text)).toEqual([])
    },
  )
})
