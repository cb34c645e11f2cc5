import { describe, expect, it } from 'vitest'
import { type Expression, readExpressions } from './readExpressions.ts'
import { readPatterns } from './readPatterns.ts'
import { judgeAll, slowExpressions, type Verdict } from './slowExpressions.ts'

const complaints = async (expressions: readonly Expression[]) =>
  slowExpressions(expressions, await judgeAll(expressions))
const judge = (text: string) => complaints(readExpressions('planted.ts', text))

describe('the check of regular expressions', () => {
  it.each([
    ['exponential', String.raw`const isWord = /(a+)+$/.test(text)`],
    ['2nd degree polynomial', String.raw`text.replace(/=+$/, '')`],
    ['2nd degree polynomial', String.raw`text.replace(/0+$/, '')`],
    ['2nd degree polynomial', String.raw`new RegExp('=+$')`],
    ['2nd degree polynomial', "const sign = '='\nconst end = `${sign}+$`\nRegExp([`(?:${end})`, ''].join(''), 'u')"],
  ])('finds one that takes %s time: %s', async (complexity, text) => {
    const lines = await judge(text)
    expect(lines).toEqual([expect.stringContaining(`takes ${complexity} time`)])
    expect(lines[0]).toMatch(/^planted\.ts:\d+: /)
  })

  it.each([
    String.raw`/^=+$/`,
    String.raw`/={1,2}$/`,
    String.raw`/^[a-z]+(?:\.[a-z]+)*$/i`,
    String.raw`new RegExp('^a+$', 'u')`,
    // A text, not an expression.
    String.raw`'/(a+)+$/'`,
  ])('accepts %s', async (text) => expect(await judge(text)).toEqual([]))

  it.each(['new RegExp(text)', "let end = '+$'\nnew RegExp(end)", "new RegExp('a', flags)"])(
    'refuses an expression that it cannot read: %s',
    (text) => expect(() => judge(text)).toThrow('write the expression as a literal, or from constants of the file'),
  )

  it('judges a pattern of the document by the longest text that it lets through', async () => {
    const judgePattern = (schema: object) =>
      complaints(readPatterns('openapi.json', { components: { schemas: { Planted: schema } } }))
    expect(await judgePattern({ type: 'string', pattern: '=+$' })).toEqual([
      expect.stringMatching(
        /^openapi\.json\/components\/schemas\/Planted: \/=\+\$\/u takes 2nd degree polynomial time/,
      ),
    ])
    expect(await judgePattern({ type: ['string', 'null'], pattern: '=+$', maxLength: 100_000 })).toHaveLength(1)
    expect(await judgePattern({ type: 'string', pattern: '=+$', maxLength: 1000 })).toEqual([])
    expect(await judgePattern({ type: 'string', pattern: '(a+)+$', maxLength: 100 })).toHaveLength(1)
    expect(await judgePattern({ type: 'object', properties: { pattern: { type: 'string' } } })).toEqual([])
  })

  it('reads an escaped text as its own characters, and refuses other texts that it does not know', () => {
    const build = (text: string) =>
      readExpressions('planted.ts', `const make = (name) => new RegExp(\`^\${${text}}$\`)`)
    expect(build('escapeExpression(name)').map(({ source }) => source)).toEqual(['^text$'])
    expect(() => build('name')).toThrow('planted.ts:1: write the expression as a literal')
  })

  it('judges none anew that has a verdict, and each that has none', async () => {
    const [judged, added] = readExpressions('planted.ts', String.raw`[/^a$/, /=+$/]`) as [Expression, Expression]
    const slow: Verdict = { time: 'exponential', attack: 'a' }
    const verdicts = await judgeAll([judged, added], new Map([['/^a$/', slow]]))
    expect([...verdicts]).toEqual([
      ['/^a$/', slow],
      ['/=+$/', expect.objectContaining({ degree: 2 })],
    ])
    expect(slowExpressions([judged, added], verdicts)).toEqual([
      'planted.ts:1: /^a$/ takes exponential time, as on a.',
      expect.stringMatching('2nd degree polynomial'),
    ])
  })
})
