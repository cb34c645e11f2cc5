import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonPieces } from './jsonPieces.ts'
import { JsonReader } from './jsonReader.ts'

/** Reads a text that comes in pieces of this length. */
function read(text: string, { levels, length }: { levels: number; length: number }): unknown {
  const reader = new JsonReader(levels)
  for (let at = 0; at < text.length; at += length) reader.write(text.slice(at, at + length))
  return reader.end()
}

const levels = fc.nat({ max: 4 })
const length = fc.integer({ min: 1, max: 40 })

describe('JsonReader', () => {
  it('reads the value of JSON.parse, wherever the pieces end', () => {
    const written = fc
      .tuple(fc.json(), fc.constantFrom(undefined, 1, '\r\n\t '))
      .map(([json, indent]) => JSON.stringify(JSON.parse(json), null, indent))
    fc.assert(
      fc.property(written, levels, length, (text, levels, length) => {
        expect(read(text, { levels, length })).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses what JSON.parse refuses', () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '{', ']', ',', ':', '1', 'x', '\\'))
    fc.assert(
      fc.property(broken, levels, length, ([json, at, insert], levels, length) => {
        const place = at % (json.length + 1)
        const text = json.slice(0, place) + insert + json.slice(place + 1)
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          expect(() => read(text, { levels, length })).toThrow(SyntaxError)
          return
        }
        expect(read(text, { levels, length })).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses a text that ends in the middle, and one that goes on after its end', () => {
    for (const text of ['', ' ', '{"a":1', '{"a"', '["a', '[1,', '{}{}', '1 2', '[1]]'])
      expect(() => read(text, { levels: 3, length: 1 }), text).toThrow(SyntaxError)
  })

  it('keeps a key "__proto__" as a key, as JSON.parse does', () => {
    const value = read('{"__proto__":{"isAdmin":true}}', { levels: 3, length: 5 })
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(Object(value).isAdmin).toBeUndefined()
  })
})

describe('jsonPieces', () => {
  it('writes the text of JSON.stringify', () => {
    const data = fc.object({ withObjectString: true, values: [fc.anything({ maxDepth: 0 }), fc.constant(undefined)] })
    fc.assert(
      fc.property(data, levels, (data, levels) => {
        expect([...jsonPieces(data, levels)].join('')).toBe(JSON.stringify(data))
      }),
    )
  })

  it('writes long data in several pieces, none much longer than another', () => {
    const data = { tables: { users: Array.from({ length: 10_000 }, (_, i) => ({ id: `user-${i}`, email: 'ada' })) } }
    const pieces = [...jsonPieces(data, 3)]
    expect(pieces.join('')).toBe(JSON.stringify(data))
    expect(pieces.length).toBeGreaterThan(3)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(70_000)
  })
})
