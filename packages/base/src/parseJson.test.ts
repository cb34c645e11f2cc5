import { describe, expect, it } from 'vitest'
import { DeepJson, parseJson } from './parseJson.ts'

const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

describe('parseJson', () => {
  it.each([
    ['arrays', lists],
    ['objects', objects],
    ['arrays beside much else', (levels: number) => `{"a":[${'1,'.repeat(5_000)}2],"b":${lists(levels - 1)}}`],
  ])('takes 2,500 levels of %s, and no more', (_, nested) => {
    const value = parseJson(nested(2_500))
    expect(JSON.parse(JSON.stringify(value))).toBeTypeOf('object')
    expect(() => parseJson(nested(2_501))).toThrow(DeepJson)
    expect(() => parseJson(nested(100_000))).toThrow(DeepJson)
  })

  it('counts no brackets in texts, and takes long lists', () => {
    const wide = { text: lists(10_000), list: Array.from({ length: 10_000 }, () => [{}]) }
    expect(parseJson(JSON.stringify(wide))).toEqual(wide)
  })

  it('refuses what is not JSON as JSON.parse does', () => {
    expect(() => parseJson('<html>')).toThrow(SyntaxError)
    expect(() => parseJson('<html>')).not.toThrow(DeepJson)
  })
})
