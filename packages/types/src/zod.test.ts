import { readFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { OpenApiDocument } from '../scripts/document.ts'
import { valuesFor } from '../test/schemaValues.ts'
import * as schemas from './generated/zod.ts'

const document = JSON.parse(
  readFileSync(new URL('./generated/openapi.json', import.meta.url), 'utf8'),
) as OpenApiDocument
const names = Object.keys(document.components.schemas)
const runs = Math.ceil(14_000 / names.length)

const ajv = new Ajv2020({ strict: false, allErrors: false, unicodeRegExp: true, validateFormats: true })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

describe('zod schemas', () => {
  let compared = 0
  let accepted = 0

  it.each(names)('checks values of %s like JSON Schema', (name) => {
    const zod = ({ ...schemas } as object as Record<string, z.ZodType>)[name]!
    const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    const schema = document.components.schemas[name]!
    fc.assert(
      fc.property(valuesFor(document, schema), (value) => {
        const isAccepted = zod.safeParse(value).success
        const expected = validate(value)
        compared++
        if (expected) accepted++
        if (isAccepted !== expected) {
          const zodVerdict = isAccepted ? 'accepts' : 'refuses'
          const ajvVerdict = expected ? 'accepts' : `refuses (${ajv.errorsText(validate.errors)})`
          throw new Error(`zod ${zodVerdict}, ajv ${ajvVerdict}: ${JSON.stringify(value)}`)
        }
      }),
      { numRuns: runs, seed: 20260115 },
    )
  })

  afterAll(() => {
    expect(compared).toBeGreaterThanOrEqual(10_000)
    // Both valid and invalid values must occur.
    expect(accepted / compared).toBeGreaterThan(0.2)
    expect(accepted / compared).toBeLessThan(0.9)
  })
})

describe('the integers of the document', () => {
  interface Bounds {
    minimum?: number
    maximum?: number
  }
  const isInteger = (node: object): node is Bounds => 'type' in node && [node.type].flat().includes('integer')
  const integers = (node: unknown): Bounds[] =>
    typeof node !== 'object' || node === null
      ? []
      : [...(isInteger(node) ? [node] : []), ...Object.values(node).flatMap(integers)]

  it('are bounded to the integers that JSON keeps exactly', () => {
    const all = integers([document.paths, document.components])
    expect(all.length).toBeGreaterThan(50)
    expect(
      all.filter(({ minimum, maximum }) => !Number.isSafeInteger(minimum) || !Number.isSafeInteger(maximum)),
    ).toEqual([])
  })
})
