import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhrases } from './formats.ts'
import { text } from './zodKit.ts'

const fits = (options: Parameters<typeof text>[0], value: string) => text(options).safeParse(value).success

describe('the length of a text', () => {
  it.each<[name: string, value: string, length: number]>([
    ['nothing', '', 0],
    ['a letter', 'a', 1],
    ['a letter of two bytes', 'ë', 1],
    ['a character beyond the basic plane', '🗝', 1],
    ['two of these', '🗝🗝', 2],
    ['one of these between letters', 'a🗝b', 3],
    ['a high surrogate without a low one', '\ud83d', 1],
    ['a low surrogate without a high one', '\uddd1', 1],
    ['a pair the wrong way round', '\uddd1\ud83d', 2],
    ['two high surrogates', '\ud83d\ud83d', 2],
    ['half a character before a whole one', '\ud83d🗝', 2],
    ['a letter and its accent', 'e\u0301', 2],
  ])('counts code points: %s', (_, value, length) => {
    expect(fits({ minLength: length, maxLength: length }, value)).toBe(true)
    expect(fits({ minLength: length + 1 }, value)).toBe(false)
    if (length > 0) expect(fits({ maxLength: length - 1 }, value)).toBe(false)
  })

  it('counts a character of two units as one at the limit', () => {
    expect(fits({ maxLength: 255 }, '🗝'.repeat(255))).toBe(true)
    expect(fits({ maxLength: 255 }, '🗝'.repeat(256))).toBe(false)
    expect(fits({ minLength: 255 }, '🗝'.repeat(255))).toBe(true)
    expect(fits({ minLength: 255 }, '🗝'.repeat(254))).toBe(false)
  })

  it('is counted like in another validator', () => {
    const ajv = new Ajv2020()
    const unit = fc.constantFrom('a', 'ë', '🗝', '\ud83d', '\uddd1')
    const judges = new Map<string, (value: unknown) => boolean>()
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 6 }), fc.nat(5), fc.nat(5), (units, minLength, maxLength) => {
        const value = units.join('')
        const key = `${minLength} ${maxLength}`
        const judge = judges.get(key) ?? ajv.compile({ type: 'string', minLength, maxLength })
        judges.set(key, judge)
        expect(fits({ minLength, maxLength }, value)).toBe(judge(value))
      }),
      { numRuns: 2_000, seed: 20260115 },
    )
  })

  it('is named in the refusal', () => {
    const messageOf = (value: string) => text({ minLength: 2, maxLength: 3 }).safeParse(value).error?.issues[0]?.message
    expect(['🗝', '🗝🗝🗝🗝', '🗝🗝🗝'].map(messageOf)).toEqual([
      'must have at least 2 characters',
      'must have at most 3 characters',
      undefined,
    ])
  })
})

describe('the form of a text', () => {
  const messageOf = (options: Parameters<typeof text>[0], value: string) =>
    text(options).safeParse(value).error?.issues[0]?.message

  it('is refused with a phrase instead of the pattern', () => {
    const code = { pattern: /^[0-9]{6}$/u, phrase: 'a code of six digits' }
    expect([messageOf(code, '12345'), messageOf(code, '123456')]).toEqual(['must be a code of six digits', undefined])
  })

  it.each([
    ['Ada#1', ', and cannot have "#"'],
    ['(1) #', ', and cannot have "("'],
    ['Zoë 🗝', ', and cannot have "🗝"'],
    ['a\u200bb', ', and cannot have U+200B'],
    ['a\nb', ', and cannot have U+000A'],
    ['e\u0301', ', and cannot have U+0301'],
    [' Ada', ''],
    ['', ''],
  ])('is refused with the first character that it cannot have: %j', (value, clause) => {
    const name = { pattern: /^(?=\S)[\p{L}\p{N} .&-]+(?<=\S)$/u, phrase: 'a name' }
    expect(messageOf(name, value)).toBe(`must be a name${clause}`)
  })

  it('may be refused for a space, and for its form only', () => {
    expect(messageOf({ pattern: /^[a-z]+$/u, phrase: 'a word' }, 'a b')).toBe('must be a word, and cannot have a space')
    expect(messageOf({ pattern: /^0x[\da-f]{4}$/u, phrase: 'two bytes' }, '0xzz')).toBe('must be two bytes')
  })

  it.each(Object.entries(formatPhrases))('is refused with a phrase: %s', (format, phrase) => {
    expect(messageOf({ format }, '?')).toBe(`must be ${phrase}`)
  })
})
