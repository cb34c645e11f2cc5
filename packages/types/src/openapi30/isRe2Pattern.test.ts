import { readFileSync } from 'node:fs'
import { RE2JS } from 're2js'
import { expect, it } from 'vitest'
import { isRe2Pattern } from './isRe2Pattern.ts'

const document = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')
const patterns = new Set<string>()
JSON.parse(document, (key, value: unknown) => {
  if (key === 'pattern' && typeof value === 'string') patterns.add(value)
  return value
})

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

it.each([...patterns])('isRe2Pattern says of the pattern %s of the document what RE2 says', (pattern) => {
  // RE2 reads an empty class as a class that begins with a bracket: it accepts more than the pattern does.
  expect(isRe2Pattern(pattern)).toBe(compiles(pattern) && !pattern.includes('[]'))
})

it.each(['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', String.raw`(a)\1`, String.raw`\u0041`, 'a{5,1500}', 'a{1001}', '[^]'])(
  'isRe2Pattern refuses %s, which RE2 does not read',
  (pattern) => expect([isRe2Pattern(pattern), compiles(pattern)]).toEqual([false, false]),
)

it.each([String.raw`\\1`, String.raw`\[]`, String.raw`\(?=`, 'a{0,1000}', String.raw`\p{L}\d`, '(?:a)'])(
  'isRe2Pattern accepts %s, which only looks like what RE2 does not read',
  (pattern) => expect([isRe2Pattern(pattern), compiles(pattern)]).toEqual([true, true]),
)
