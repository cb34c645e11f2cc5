import { expect, it } from 'vitest'
import type { OpenApiDocument, Schema } from './document.ts'
import { printZodSchemas } from './zodSchemas.ts'

const documentOf = (schema: Schema): OpenApiDocument => ({
  tags: [],
  paths: {},
  components: { schemas: { Code: schema } },
})

it('prints the phrase of a pattern', () => {
  expect(
    printZodSchemas(documentOf({ type: 'string', pattern: '^[0-9]{6}$', 'x-phrase': 'a code of six digits' })),
  ).toContain('text({ pattern: /^[0-9]{6}$/u, phrase: "a code of six digits" })')
})

it('refuses a pattern without a phrase', () => {
  expect(() => printZodSchemas(documentOf({ type: 'string', pattern: '^[0-9]{6}$' }))).toThrow(
    'The pattern ^[0-9]{6}$ has no x-phrase',
  )
})
