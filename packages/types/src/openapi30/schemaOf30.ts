import { isRe2Pattern } from './isRe2Pattern.ts'
import { each, list, without, withRules } from './withRules.ts'

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>

/** Finds the schema of a reference to `#/components/schemas`. */
export type FindSchema = (reference: string) => Schema | undefined

const isNull = ({ type, const: constant, enum: values }: Schema) =>
  type === 'null' || constant === null || (Array.isArray(values) && values.length === 1 && values[0] === null)
const scalars: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'string'])

/** Keywords that 3.0 has no word for and generators make nothing of: notes, what is in a text, and rules for names. */
const droppedKeywords: readonly string[] = [
  '$comment',
  '$id',
  '$schema',
  'contentMediaType',
  'contentSchema',
  'propertyNames',
]

/** Keywords of both versions. Any other has a rule of its own, or is refused. */
const sharedKeywords: ReadonlySet<string> = new Set(
  (
    'additionalProperties allOf anyOf default deprecated description discriminator enum example externalDocs format ' +
    'items maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not nullable ' +
    'oneOf pattern properties readOnly required title type uniqueItems writeOnly xml exclusiveMaximum exclusiveMinimum'
  ).split(' '),
)

/**
 * Says in OpenAPI 3.0 what a schema of 3.1 says.
 *
 * @throws Error for a keyword that has no rule here, so that none is lost without a word.
 */
export function schemaOf30(schema: Schema | boolean, find: FindSchema): Schema {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  if (typeof schema.$ref === 'string') return referenceOf30(schema, find)
  const {
    const: constant,
    examples,
    prefixItems,
    contentEncoding,
    ...rest
  } = without(withoutNull(schema, find), droppedKeywords)
  const inner = (value: unknown) => schemaOf30(value as Schema, find)
  const reworded: Schema = {
    ...rest,
    ...(constant !== undefined && { enum: [constant] }),
    ...(Array.isArray(examples) && examples.length > 0 && { example: examples[0] as unknown }),
    ...(contentEncoding === 'base64' && { format: 'byte' }),
    ...(Array.isArray(prefixItems) && itemsOfTuple(prefixItems, rest)),
  }
  const converted = withRules(
    {
      properties: each(inner),
      additionalProperties: (value) => (typeof value === 'boolean' ? value : inner(value)),
      items: inner,
      not: inner,
      allOf: list(inner),
      anyOf: list(inner),
      oneOf: list(inner),
    },
    withType(withBounds(withPattern(reworded))),
  )
  const unknown = Object.keys(converted).find((key) => !sharedKeywords.has(key) && !key.startsWith('x-'))
  if (unknown !== undefined) throw new Error(`A schema has "${unknown}", which OpenAPI 3.0 has no word for.`)
  return converted.type === 'array' && !converted.items ? { ...converted, items: {} } : converted
}

/** Version 3.0 ignores what stands beside a reference, so the reference moves below `allOf`. */
function referenceOf30({ $ref, ...beside }: Schema, find: FindSchema): Schema {
  if (Object.keys(beside).length === 0) return { $ref }
  const { allOf = [], ...rest } = beside
  return schemaOf30({ ...rest, allOf: [...(allOf as Schema[]), { $ref }] }, find)
}

/** Each element may be any of the tuple's. */
function itemsOfTuple(prefixItems: readonly Schema[], { items }: Schema): Schema {
  const isClosed = items === false
  const all = isClosed || items === undefined ? prefixItems : [...prefixItems, items]
  const different = new Map(all.map((element) => [JSON.stringify(element), element]))
  const alternatives = [...different.values()]
  return {
    items: alternatives.length === 1 ? alternatives[0] : { anyOf: alternatives },
    ...(isClosed && { maxItems: prefixItems.length }),
  }
}

/** Says `nullable` for the type `null`, in a list of types or as one of the alternatives. */
function withoutNull(schema: Schema, find: FindSchema): Schema {
  if (isNull(schema)) return { ...schema, type: 'string', nullable: true, enum: [null] }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const types = schema.type.filter((type) => type !== 'null')
    return nullable({ ...schema, type: types.length === 1 ? types[0] : types })
  }
  for (const key of ['anyOf', 'oneOf']) {
    const alternatives = schema[key] as readonly Schema[] | undefined
    const others = alternatives?.filter((alternative) => !isNull(alternative))
    if (!others || others.length === alternatives?.length) continue
    const rest = without(schema, [key])
    return others.length === 1
      ? nullableOf(others[0] as Schema, rest, find)
      : { ...rest, [key]: others, nullable: true }
  }
  return schema
}

/**
 * A single schema or null. `nullable` widens the type beside it only, so a reference to a schema of texts, numbers or
 * booleans is replaced by that schema. Generators read `nullable` beside `allOf` as well, which keeps an object's name.
 */
function nullableOf(schema: Schema, beside: Schema, find: FindSchema): Schema {
  const target = typeof schema.$ref === 'string' ? find(schema.$ref) : schema
  if (target && (target === schema || scalars.has(target.type))) return nullable({ ...target, ...beside })
  return { ...beside, nullable: true, allOf: [schema] }
}

/** An enum allows null only if it lists it, and so does a constant. */
function nullable({ const: constant, ...schema }: Schema): Schema {
  const values = (constant === undefined ? schema.enum : [constant]) as readonly unknown[] | undefined
  return { ...schema, nullable: true, ...(values && !values.includes(null) && { enum: [...values, null] }) }
}

/** Several types become alternatives of one type each. */
function withType(schema: Schema): Schema {
  if (!Array.isArray(schema.type)) return schema
  const { type, nullable: isNullable, ...rest } = schema
  const ofEach = type.map((each: unknown) => ({ type: each, ...(isNullable === true && { nullable: true }) }))
  const { anyOf, allOf = [], ...others } = rest
  if (anyOf === undefined) return { ...rest, anyOf: ofEach }
  return { ...others, allOf: [...(allOf as Schema[]), { anyOf }, { anyOf: ofEach }] }
}

/** A pattern that RE2 cannot read would make generators in Go refuse the whole document. */
function withPattern(schema: Schema): Schema {
  if (typeof schema.pattern !== 'string' || isRe2Pattern(schema.pattern)) return schema
  const { pattern, ...rest } = schema
  return { ...rest, 'x-pattern': pattern }
}

/** Exclusive bounds are numbers in 3.1, and whether the bound itself is left out in 3.0. */
function withBounds(schema: Schema): Schema {
  const lower = tighter(schema.minimum, schema.exclusiveMinimum, 1)
  const upper = tighter(schema.maximum, schema.exclusiveMaximum, -1)
  return {
    ...without(schema, ['exclusiveMinimum', 'exclusiveMaximum']),
    ...(lower && { minimum: lower.bound, ...(lower.isExclusive && { exclusiveMinimum: true }) }),
    ...(upper && { maximum: upper.bound, ...(upper.isExclusive && { exclusiveMaximum: true }) }),
  }
}

/** The tighter of two bounds: the larger of lower ones (`sign` 1), the smaller of upper ones (-1). */
function tighter(inclusive: unknown, exclusive: unknown, sign: 1 | -1) {
  if (typeof exclusive !== 'number') return undefined
  if (typeof inclusive !== 'number') return { bound: exclusive, isExclusive: true }
  const isExclusive = (exclusive - inclusive) * sign >= 0
  return { bound: isExclusive ? exclusive : inclusive, isExclusive }
}
