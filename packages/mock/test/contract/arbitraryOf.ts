import fc from 'fast-check'

/** A JSON schema, as far as the inputs of routes use it. */
export interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
}

const strange = fc.constantFrom<unknown>(
  null,
  true,
  '',
  '__proto__',
  'constructor',
  '0x',
  '-1',
  'NaN',
  '2026-13-45T99:99:99Z',
  '\u0000\ud800\u202e',
  'x'.repeat(10_000),
  0,
  -1,
  0.5,
  Number.MAX_SAFE_INTEGER,
  1e308,
  [],
  [null],
  {},
  { toString: 'x' },
)

/** Values that a schema is about: some fit, and in some a part is of another type, missing or strange. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: strange })
}

function fitting({ enum: values, const: only, anyOf, oneOf, ...schema }: JsonSchema): fc.Arbitrary<unknown> {
  if (only !== undefined) return fc.constant(only)
  if (values) return fc.constantFrom(...values)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 })
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(schema.minimum ?? -10, -1e6), max: Math.min(schema.maximum ?? 1e6, 1e6) })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return fc.oneof(fc.string(), fc.constantFrom('ada@example.com', 'https://app.example.com', '1000'), fc.uuid())
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): fc.Arbitrary<unknown> {
  const named = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)])),
    { requiredKeys: [...required] },
  )
  if (typeof additionalProperties !== 'object') return named
  const further = fc.dictionary(fc.string(), arbitraryOf(additionalProperties), { maxKeys: 2 })
  return fc.tuple(named, further).map(([namedFields, rest]) => ({ ...rest, ...namedFields }))
}
