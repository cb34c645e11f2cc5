import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A test that a row of the claims names. */
interface NamedTest {
  readonly file: string
  readonly title: string
}

/** The last cell of a row: a file, and the title of a test, both as code. */
const shownBy = /\| `([^`]+\.ts)` (?:`([^`]+)`|``([^\n]+?)``)\s*\|$/

/** The tests that the rows of a page name. A row without one is listed as it is. */
function testsIn(markdown: string): { readonly tests: NamedTest[]; readonly without: string[] } {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\| (?:-|claim |field |operation )/.test(line))
  const tests = rows.map((row) => shownBy.exec(row))
  return {
    tests: tests.flatMap((match) =>
      match ? [{ file: match[1] as string, title: (match[2] ?? match[3]) as string }] : [],
    ),
    without: rows.filter((_, i) => !tests[i]),
  }
}

/** Titles that a test makes of the rows themselves, and how its code writes them. */
const generated: readonly (readonly [RegExp, string])[] = [
  [/^has [A-Z]\w+\.\w+$/, "it.each(fields)('has $claim'"],
  [/^serves \w+\.\w+$/, "it.each(calls)('serves $id'"],
  [/^reads [A-Z]\w+\.\w+$/, "'reads $claim'"],
  [/^sends \w+\.\w+$/, "('sends $id'"],
]

/** Whether the code of a file has the test. */
function hasTest(code: string, title: string): boolean {
  const generatedTitle = generated.find(([pattern]) => pattern.test(title))
  if (generatedTitle) return code.includes(generatedTitle[1])
  const quoted = [`'${title.replaceAll("'", "\\'")}`, `"${title}`, `\`${title}`]
  return quoted.some((text) => code.includes(text))
}

describe('the claims of the interface', () => {
  const pages = globSync('spec/claims/*.md', { cwd: root }).filter((page) => !page.endsWith('README.md'))
  const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')

  it.each(pages)('each name a test that exists: %s', (page) => {
    const { tests, without } = testsIn(read(page))
    expect(without).toEqual([])
    expect(tests.length).toBeGreaterThan(20)
    const isMissing = ({ file, title }: NamedTest) => !existsSync(`${root}/${file}`) || !hasTest(read(file), title)
    expect(tests.filter(isMissing)).toEqual([])
  })

  it('are at least 274', () => {
    expect(pages.flatMap((page) => testsIn(read(page)).tests).length).toBeGreaterThanOrEqual(274)
  })
})

describe('a row of the claims', () => {
  it('names a file and a title, which may have quotation marks', () => {
    const page =
      "| claim | shown by |\n| --- | --- |\n| One. | `a.test.ts` `it's so` |\n| Two. | `b.test.ts` ``has `x` `` |"
    expect(testsIn(page).tests).toEqual([
      { file: 'a.test.ts', title: "it's so" },
      { file: 'b.test.ts', title: 'has `x` ' },
    ])
    expect(testsIn('| Three. | nobody |').without).toEqual(['| Three. | nobody |'])
  })

  it('finds a title in code, and not a part of it', () => {
    expect(hasTest("it('keeps it', () => {})", 'keeps it')).toBe(true)
    expect(hasTest('it("it\'s so", () => {})', "it's so")).toBe(true)
    expect(hasTest("it('never keeps it', () => {})", 'keeps it')).toBe(false)
    expect(hasTest('', 'has User.id')).toBe(false)
  })
})

describe('the promises of SECURITY.md', () => {
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
  const security = oneLine(readFileSync(`${root}/SECURITY.md`, 'utf8'))
  const rows = readFileSync(`${root}/spec/claims/security.md`, 'utf8').matchAll(/^\| (?!claim|-)(.+?) +\| `/gm)
  const promises = [...rows].map(([, words = '']) => words)

  it('are in its words', () => {
    expect(promises.length).toBeGreaterThan(20)
    expect(promises.filter((words) => !security.includes(words))).toEqual([])
  })

  it('are all those of its list of what the mock protects', () => {
    const list = /It does protect .*? The loopback server - (.*?\.) `latchkey-mock/.exec(security)?.[1] ?? ''
    const items = list.split(' - ')
    expect(items).toHaveLength(4)
    // Words that join the promises of an item are left.
    const rest = items.map((item) => promises.reduce((text, words) => text.replace(words, ''), item))
    expect(rest.filter((text) => /\w/.test(text.replaceAll(/and speaks plain HTTP|\band\b/g, '')))).toEqual([])
  })
})
