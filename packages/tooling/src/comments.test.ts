import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
// A pattern finds no folder that begins with a dot, unless it names the folder.
const files = globSync(['{packages,examples,spec}/**/*.{ts,tsx,mjs}', 'packages/site/.vitepress/**/*.{ts,mjs}'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', '**/generated', '**/.vitepress/cache'],
})

/** The texts of all comments, without the markers in front. */
function commentsIn(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** The ends of the comments by their starts, since two tokens may share a comment. */
  const ranges = new Map<number, number>()
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return
    // A docstring of a token, such as the last of a file, does not make the token a parent.
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child))
    for (const child of children) visit(child)
    if (children.length > 0) return
    const before = [ts.getTrailingCommentRanges(text, node.pos), ts.getLeadingCommentRanges(text, node.pos)]
    for (const { pos, end } of before.flatMap((found) => found ?? [])) ranges.set(pos, end)
  }
  visit(source)
  return Array.from(ranges, ([pos, end]) => text.slice(pos, end).replace(/^(?:\/\/|\/\*+)\s*(?:\*\s+)?/, ''))
}

const nounClausesIn = (path: string, text: string) =>
  // Most files are not parsed, since no line of theirs can be such a comment.
  /(?:\/\/|\*)\s*What\b/.test(text) ? commentsIn(path, text).filter((comment) => /^What\b/.test(comment)) : []

it('no comment begins with "What …", since a noun or a verb says the same in fewer words', () => {
  const found = files.flatMap((path) =>
    nounClausesIn(path, readFileSync(`${root}/${path}`, 'utf8')).map((comment) => `${path}: ${comment}`),
  )
  expect(files.length).toBeGreaterThan(1500)
  expect(found).toEqual([])
})

describe('the search for noun clauses', () => {
  it.each([
    ['a docstring', '/** What it has. */\nexport const a = 1'],
    [
      'a docstring of several lines',
      'export interface A {\n  /**\n   * What it has.\n   *\n   * More.\n   */\n  a: 1\n}',
    ],
    ['a line', 'const a = 1\n// What it has.\nconst b = 2'],
    ['the end of a line', 'const a = 1 // What it has.'],
    ['a comment in JSX', 'const a = <p>{/* What it has. */}</p>'],
    ['a docstring of nothing', 'const a = 1\n/** What it has. */\n'],
    ['the last line of a block', 'function a() {\n  return 1\n  // What it has.\n}'],
  ])('finds a comment that is %s', (_, text) => {
    expect(nounClausesIn('planted.tsx', text)).toEqual([expect.stringMatching(/^What it has\./)])
  })

  it('finds none in strings, templates and the text of pages', () => {
    const text = "const a = ['// What it has.', `/* What it has. */`, <p>// What it has.</p>, /\\/\\/ What/]"
    expect(nounClausesIn('planted.tsx', text)).toEqual([])
  })
})
