import { expect, it } from 'vitest'
import type { OpenApiDocument, Schema } from './document.ts'
import { printZodSchemas } from './zodSchemas.ts'

const documentOf = (schema: Schema): OpenApiDocument => ({
  tags: [],
  paths: {},
  components: { schemas: { Code: schema } },
})

it('the printed schema of a pattern says what must match, by its phrase', () => {
  expect(
    printZodSchemas(documentOf({ type: 'string', pattern: '^[0-9]{6}$', 'x-phrase': 'a code of six digits' })),
  ).toContain('text({ pattern: /^[0-9]{6}$/u, phrase: "a code of six digits" })')
})

it('printing a schema fails for a pattern that has no phrase', () => {
  expect(() => printZodSchemas(documentOf({ type: 'string', pattern: '^[0-9]{6}$' }))).toThrow(
    'The pattern ^[0-9]{6}$ has no x-phrase',
  )
})
