import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readPage } from './differencePage.ts'
import { readDocument } from './readDocument.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../../${name}`, import.meta.url))

const { differences } = readPage(readFileSync(path('spec/decisions/39-differences-from-the-interface.md'), 'utf8'))
const { schemas } = readDocument(path('packages/types/src/generated/openapi.json'))

/** Keywords whose text on the page is that of the document's own schema. */
const keywords: ReadonlySet<string> = new Set(['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'format'])

/** A keyword of a schema, or of a field of one, in the document. */
function documented(where: string, keyword: string): string | undefined {
  const [name = '', field] = where.split('.')
  const schema = schemas.get(name)?.()
  return (field === undefined ? schema : schema?.fields?.get(field)?.shape())?.facets[keyword]
}

it('the page of differences has the keywords that the document has, in each row of a schema or a field', () => {
  const rows = differences.flatMap(({ where, what, document }) => {
    const actual = keywords.has(what) ? documented(where, what) : undefined
    return actual === undefined ? [] : [{ where, what, document, actual }]
  })
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ document, actual }) => document !== actual)).toEqual([])
})
