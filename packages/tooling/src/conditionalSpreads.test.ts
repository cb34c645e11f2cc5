import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The packages that can import `defined`. The others import nothing of `base`. */
const packages = globSync('packages/*/package.json', { cwd: root })
  .map((path) => ({ path, manifest: JSON.parse(readFileSync(`${root}/${path}`, 'utf8')) as Manifest }))
  .filter(({ manifest }) => manifest.name === '@latchkey/base' || manifest.dependencies?.['@latchkey/base'])
  .map(({ path }) => path.replace('/package.json', ''))

const sources = packages
  .flatMap((folder) => globSync(`${folder}/{src,scripts}/**/*.{ts,tsx}`, { cwd: root }))
  .filter((path) => !/\.test(-d)?\.tsx?$/.test(path) && !path.includes('/generated/'))

const bare = (node: ts.Expression): ts.Expression => (ts.isParenthesizedExpression(node) ? bare(node.expression) : node)

const isNothing = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) ? node.properties.length === 0 : node.getText() === 'undefined'

/** The object that a spread adds or leaves out by a condition. */
function optionalObject(node: ts.Expression): ts.Expression | undefined {
  if (ts.isConditionalExpression(node)) {
    const [whenTrue, whenFalse] = [bare(node.whenTrue), bare(node.whenFalse)]
    if (isNothing(whenFalse)) return whenTrue
    return isNothing(whenTrue) ? whenFalse : undefined
  }
  const isAnd = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  return isAnd ? bare(node.right) : undefined
}

/**
 * The spreads of one field behind a condition, such as `...(x && { x })`. `defined({ x })` leaves out a field without a
 * value, and `defined({ x: condition ? value : undefined })` one behind a condition. Three forms stay, since a list of
 * values would repeat their condition: several fields that are there together (`...(x && { x, y })`), the fields of a
 * function (`...(x && fieldsOf(x))`), and a choice (`...(x ? { a } : { b })`).
 */
function conditionalSpreads(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const places: string[] = []
  const visit = (node: ts.Node): void => {
    const object = ts.isSpreadAssignment(node) ? optionalObject(bare(node.expression)) : undefined
    const [field, ...others] = object && ts.isObjectLiteralExpression(object) ? object.properties : []
    if (field && !ts.isSpreadAssignment(field) && others.length === 0)
      places.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return places
}

describe('conditional spreads', () => {
  it('no source that can import defined() spreads one field behind a condition', () => {
    expect(packages).toHaveLength(9)
    expect(sources.length).toBeGreaterThan(1500)
    expect(sources.flatMap((path) => conditionalSpreads(path, readFileSync(`${root}/${path}`, 'utf8')))).toEqual([])
  })

  it.each([
    '({ ...(x && { x }) })',
    '({ ...(x !== undefined && { y: f(x) }) })',
    '({ ...(x && y && { [x]: y }) })',
    '({ ...(x ? { x } : {}) })',
    '({ ...(x ? {} : { y }) })',
    '({ ...(x ? { x } : undefined) })',
    '({ a, ...((x && ({ x }))) })',
  ])('%s is a spread of one field behind a condition', (text) => {
    expect(conditionalSpreads('source.ts', text)).toEqual(['source.ts:1'])
  })

  it.each([
    '({ ...defined({ x }) })',
    '({ ...x })',
    '({ ...(x && { x, y }) })',
    '({ ...(x && { ...x }) })',
    '({ ...(x && fieldsOf(x)) })',
    '({ ...(x ? { a } : { b }) })',
    '[...(x ? [x] : [])]',
    '({ x: x && { y } })',
  ])('%s is no spread of one field behind a condition', (text) => {
    expect(conditionalSpreads('source.ts', text)).toEqual([])
  })
})
