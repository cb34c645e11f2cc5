import { describe, expect, it } from 'vitest'
import type { OpenApiDocument, Schema } from '../../types/scripts/document.ts'
import { limitsOf } from './limits.ts'
import { Schemas } from './schemas.ts'

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const documentOf = (schemas: Record<string, Schema>): OpenApiDocument => ({
  tags: [],
  paths: {},
  components: { schemas },
})
const ignore = (): void => {}

/** The declaration of a schema, without comments. */
function declarationOf(schemas: Schemas, name: string): string | undefined {
  const text = schemas.print().replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
  return new RegExp(`^export (?:interface|type) ${name} [\\s\\S]*?(?=\\n\\n|\\n?(?![\\s\\S]))`, 'm')
    .exec(text)?.[0]
    .replace(/\s+/g, ' ')
    .trim()
}

describe('the types of schemas', () => {
  const colour: Schema = { type: 'string', enum: ['red', 'blue'] }

  it('leave out read-only fields in requests and write-only fields in replies, at any depth', () => {
    const secret: Schema = {
      type: 'object',
      properties: {
        id: { type: 'string', readOnly: true },
        key: { type: 'string', writeOnly: true },
        name: { type: 'string' },
      },
      required: ['id'],
    }
    const schemas = new Schemas(
      documentOf({
        Secret: secret,
        Box: { type: 'object', properties: { secrets: { type: 'array', items: ref('Secret') } } },
      }),
    )
    expect(schemas.typeOf(ref('Box'), ignore, 'input')).toBe('BoxInput')
    expect(schemas.typeOf(ref('Box'), ignore, 'output')).toBe('Box')
    expect(declarationOf(schemas, 'BoxInput')).toBe(
      'export interface BoxInput { secrets?: Array<SecretInput> | undefined }',
    )
    expect(declarationOf(schemas, 'SecretInput')).toBe(
      'export interface SecretInput { key?: string | undefined name?: string | undefined }',
    )
    expect(declarationOf(schemas, 'Secret')).toBe('export interface Secret { id: string name?: string }')
  })

  it.each(['input', 'output'] as const)('are open to further names in %s, which came from the service', (direction) => {
    const paint: Schema = { type: 'object', properties: { colour: ref('Colour') } }
    const schemas = new Schemas(documentOf({ Colour: colour, Paint: paint }))
    schemas.typeOf(ref('Paint'), ignore, direction)
    expect(declarationOf(schemas, 'Paint')).toBe(
      `export interface Paint { colour?: Colour | Unlisted${direction === 'input' ? ' | undefined' : ''} }`,
    )
    expect(declarationOf(schemas, 'Colour')).toBe('export type Colour = "red" | "blue"')
    expect(schemas.typeOf(ref('Colour'), ignore, direction)).toBe('Colour | Unlisted')
  })

  it('print null, lists, maps and unknown values', () => {
    const schemas = new Schemas(documentOf({}))
    expect(schemas.typeOf({ type: ['string', 'null'] }, ignore, 'output')).toBe('string | null')
    expect(schemas.typeOf({ type: 'array', items: { type: 'integer' } }, ignore, 'output')).toBe('Array<number>')
    expect(schemas.typeOf({ type: 'object', additionalProperties: { type: 'boolean' } }, ignore, 'output')).toBe(
      'Record<string, boolean>',
    )
    expect(schemas.typeOf({ type: 'object', properties: { 'x-y': {} }, required: ['x-y'] }, ignore, 'output')).toBe(
      "{ 'x-y': unknown }",
    )
    expect(() => schemas.typeOf({ type: 'tuple' }, ignore, 'output')).toThrow(
      'The client has no type for {"type":"tuple"}.',
    )
  })
})

describe('the limits of a value', () => {
  const limits = (schema: Schema, description?: string) =>
    limitsOf(documentOf({ Name: { type: 'string', maxLength: 255 } }), schema, description)

  it('are printed with their units', () => {
    expect(limits({ type: 'string', minLength: 1, maxLength: 50 })).toBe('From 1 to 50 characters.')
    expect(limits({ type: 'array', minItems: 1 })).toBe('At least 1 item.')
    expect(limits({ type: 'integer', minimum: 0, maximum: 100 })).toBe('From 0 to 100.')
    expect(limits({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toBe('At least 0.')
    expect(limits(ref('Name'))).toBe('At most 255 characters.')
    expect(limits({ type: 'string', pattern: '^[0-9]{6}$' })).toBe('Matches `^[0-9]{6}$`.')
    expect(limits({ type: 'string', format: 'date-time' })).toBe('An ISO 8601 instant.')
  })

  it('are not printed twice, and not printed if there are none', () => {
    expect(limits({ type: 'string', format: 'uuid', minLength: 36, maxLength: 36 }, 'A UUID in lower case.')).toBe('')
    expect(limits({ type: 'boolean' })).toBe('')
  })
})
