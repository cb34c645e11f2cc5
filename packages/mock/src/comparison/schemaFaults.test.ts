import { type OperationId, operationTable } from '@latchkey/types'
import document from '@latchkey/types/openapi.json' with { type: 'json' }
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../mcp/document.ts'
import { loadContract } from './contract.ts'
import { faultsOf } from './schemaFaults.ts'

const contract = await loadContract()

/** The document as ajv reads it, with objects that have no field that it does not name. */
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(closed(document) as object, 'document')

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closed(inner)]))
  const isSchema = copy.type === 'object' || (Array.isArray(copy.type) && copy.type.includes('object'))
  if (isSchema && typeof copy.properties === 'object') copy.additionalProperties ??= false
  return copy
}

interface Case {
  /** The operation and the status, or `request`. */
  readonly name: string
  readonly schema: Schema
  readonly example: unknown
}

interface Message {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>
}

const exampleOf = (message: Message | undefined): unknown => message?.content?.['application/json']?.example

interface Item {
  readonly responses: Readonly<Record<string, Message>>
  readonly requestBody?: Message
}

/** The operations of the document by path and method. */
const items = document.paths as Readonly<Record<string, object>>

const cases = (Object.keys(operationTable) as OperationId[]).flatMap((id): Case[] => {
  const { path, method } = operationTable[id]
  const { responses, requestBody } = Reflect.get(items[path] ?? {}, method.toLowerCase()) as Item
  const { body, replies } = contract.operation(id)
  const messages = [
    { name: `${id} request`, content: body, example: exampleOf(requestBody) },
    ...[...replies].map(([status, { content }]) => ({
      name: `${id} ${status}`,
      content,
      example: exampleOf(responses[status]),
    })),
  ]
  return messages.flatMap(({ name, content, example }) => {
    const schema = content.get('application/json')
    return schema && example !== undefined ? [{ name, schema, example }] : []
  })
})

/** Copies of a value, each with one part that is another: gone, of another type, another text, or with a field more. */
function* mutations(value: unknown): Generator<unknown> {
  yield* [null, 5, -5, 1.5, 'another text', 'long'.repeat(100), '', true, [], {}]
  if (Array.isArray(value)) {
    yield Array.from({ length: 120 }, () => value[0] as unknown)
    for (const [index, item] of value.entries())
      for (const mutation of mutations(item)) yield value.with(index, mutation)
    return
  }
  if (typeof value !== 'object' || value === null) return
  yield { ...value, colour: 'red' }
  for (const [name, field] of Object.entries(value)) {
    const { [name as keyof typeof value]: _, ...rest } = value
    yield rest
    for (const mutation of mutations(field)) yield { ...value, [name]: mutation }
  }
}

describe('the differences between a value and a schema', () => {
  it('are none for every example of the document', () => {
    expect(cases.length).toBeGreaterThan(200)
    for (const { name, schema, example } of cases)
      expect([name, faultsOf(contract, { value: example, schema }, 'request')]).toEqual([name, []])
  })

  it('exist if and only if ajv refuses the value, for each part of each example that becomes another', () => {
    let compared = 0
    const disagreements: unknown[] = []
    for (const { name, schema, example } of cases) {
      const validate = ajv.compile(anchored(schema))
      for (const value of mutations(example)) {
        compared++
        const hasFaults = faultsOf(contract, { value, schema }, 'request').length > 0
        if (hasFaults === validate(value)) disagreements.push([name, value])
      }
    }
    expect(disagreements).toEqual([])
    expect(compared).toBeGreaterThan(20_000)
  })
})

/** A schema whose references lead into the document. */
function anchored(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/')) as Schema
}
