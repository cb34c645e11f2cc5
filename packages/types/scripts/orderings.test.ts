import { describe, expect, it } from 'vitest'
import type { OpenApiDocument, Operation } from './document.ts'
import { nameOrderings } from './orderings.ts'

const orderBy = { name: 'orderBy', in: 'query', schema: { type: 'string' } } as const

function documentOf(list: Partial<Operation>): OpenApiDocument {
  const get: Operation = {
    operationId: 'gates.list',
    tags: ['gates'],
    summary: '',
    description: '',
    responses: {},
    parameters: [{ $ref: '#/components/parameters/OrderBy' }],
    ...list,
  }
  const components = { schemas: {}, parameters: { OrderBy: orderBy } }
  return { tags: [], paths: { '/gates': { get } }, components }
}

describe('nameOrderings', () => {
  it('names each column in both directions', () => {
    const document = documentOf({ 'x-order-by': ['name', 'id'] })
    nameOrderings(document)
    expect(document.paths['/gates']?.get?.parameters).toEqual([
      { ...orderBy, schema: { type: 'string', enum: ['name-asc', 'name-desc', 'id-asc', 'id-desc'] } },
    ])
  })

  it('refuses a list with orderBy but without columns, and one with columns but without orderBy', () => {
    expect(() => nameOrderings(documentOf({}))).toThrow('get /gates')
    expect(() => nameOrderings(documentOf({ 'x-order-by': ['name'], parameters: [] }))).toThrow('get /gates')
  })
})
