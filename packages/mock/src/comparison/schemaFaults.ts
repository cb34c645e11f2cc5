import { type Format, formats } from '@latchkey/types'
import type { Schema } from '../mcp/document.ts'
import type { Contract } from './contract.ts'
import { kindOf } from './placeholders.ts'
import { isMap, isOfType, listedValues, typesOf } from './schemas.ts'

/** A kind of difference: a field that the schema does not have or that is missing, or a value of another kind. */
export type FaultKind = 'unknownField' | 'missingField' | 'type' | 'enumValue' | 'value'

/** One difference between a value and a schema. Only `unknown` and `holder` have something of the value. */
export interface Fault {
  readonly kind: FaultKind
  /** Such as `gates[].rules[].chain`; `{}` stands for a key of a map, and the text is empty for the value itself. */
  readonly path: string
  /** A field of the object at the path that the schema does not have. */
  readonly unknown?: string
  readonly expected: string
  readonly found: string
  /** The object that the value is in, for an example. */
  readonly holder: Holder
}

/** A value and its schema. */
export interface Holder {
  readonly value: unknown
  readonly schema: Schema | undefined
}

interface Visit {
  readonly value: unknown
  readonly path: string
  readonly holder: Holder
}

/** Whether a value was sent or received: replies never have fields that are write-only. */
export type Direction = 'request' | 'reply'

/**
 * Lists every difference between a value and a schema of the document: unknown fields at any depth too, since neither
 * requests nor replies have fields that the document does not name.
 */
export function faultsOf(contract: Contract, holder: Holder, direction: Direction): Fault[] {
  const { value, schema } = holder
  return schema ? faultsAt({ contract, direction }, schema, { value, path: '', holder }) : []
}

interface Walk {
  readonly contract: Contract
  readonly direction: Direction
}

function faultsAt(walk: Walk, reference: Schema, visit: Visit): Fault[] {
  const schema = walk.contract.resolve(reference)
  const { value } = visit
  if (Array.isArray(schema.anyOf)) return faultsOfClosest(walk, schema.anyOf as Schema[], visit)
  const types = typesOf(schema)
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return [faultAt(visit, 'type', [types.join(' or '), kindOf(value)])]
  const listed = listedValues(schema)
  if (listed && !listed.includes(value)) return [faultAt(visit, 'enumValue', [phraseOf(listed), kindOf(value)])]
  if (typeof value === 'string') return textFaults(schema, visit, value)
  if (typeof value === 'number') return numberFaults(schema, visit, value)
  if (Array.isArray(value)) return arrayFaults(walk, schema, { ...visit, value })
  if (typeof value === 'object' && value !== null) return objectFaults(walk, schema, { ...visit, value })
  return []
}

/** The differences from the alternative that the value is closest to. */
function faultsOfClosest(walk: Walk, alternatives: readonly Schema[], visit: Visit): Fault[] {
  const found = alternatives.map((alternative) => faultsAt(walk, alternative, visit))
  const isOtherType = (faults: Fault[]) => faults.some(({ kind, path }) => kind === 'type' && path === visit.path)
  if (found.every(isOtherType)) {
    const types = found.flat().map(({ expected }) => expected)
    return [faultAt(visit, 'type', [[...new Set(types)].join(' or '), kindOf(visit.value)])]
  }
  const weight = (faults: Fault[]) => (isOtherType(faults) ? Number.POSITIVE_INFINITY : faults.length)
  return found.reduce((best, faults) => (weight(faults) < weight(best) ? faults : best))
}

function faultAt({ path, holder }: Visit, kind: FaultKind, [expected, found]: readonly [string, string]): Fault {
  return { kind, path, expected, found, holder }
}

function phraseOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 5).join(', ')
  return values.length > 5 ? `one of ${shown} and ${values.length - 5} more` : `one of ${shown}`
}

function textFaults({ format, pattern, minLength, maxLength }: Schema, visit: Visit, text: string): Fault[] {
  const found = kindOf(text)
  const check = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format as Format] : undefined
  if (check && !check(text)) return [faultAt(visit, 'value', [String(format), found])]
  if (typeof pattern === 'string' && !expressionOf(pattern).test(text))
    return [faultAt(visit, 'value', [`text that matches ${pattern}`, found])]
  const length = [...text].length
  if (typeof minLength === 'number' && length < minLength)
    return [faultAt(visit, 'value', [`at least ${minLength} characters`, 'fewer characters'])]
  if (typeof maxLength === 'number' && length > maxLength)
    return [faultAt(visit, 'value', [`at most ${maxLength} characters`, 'more characters'])]
  return []
}

const expressions = new Map<string, RegExp>()

function expressionOf(pattern: string): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u')
  expressions.set(pattern, expression)
  return expression
}

function numberFaults({ minimum, maximum }: Schema, visit: Visit, value: number): Fault[] {
  if (typeof minimum === 'number' && value < minimum)
    return [faultAt(visit, 'value', [`at least ${minimum}`, 'a smaller number'])]
  if (typeof maximum === 'number' && value > maximum)
    return [faultAt(visit, 'value', [`at most ${maximum}`, 'a larger number'])]
  return []
}

function arrayFaults(walk: Walk, schema: Schema, visit: Visit & { readonly value: readonly unknown[] }): Fault[] {
  const { items, minItems, maxItems } = schema
  const { value, path, holder } = visit
  const faults: Fault[] = []
  if (typeof minItems === 'number' && value.length < minItems)
    faults.push(faultAt(visit, 'value', [`at least ${minItems} items`, 'fewer items']))
  if (typeof maxItems === 'number' && value.length > maxItems)
    faults.push(faultAt(visit, 'value', [`at most ${maxItems} items`, 'more items']))
  if (typeof items !== 'object' || items === null) return faults
  return [
    ...faults,
    ...value.flatMap((item) => faultsAt(walk, items as Schema, { value: item, path: `${path}[]`, holder })),
  ]
}

function objectFaults(walk: Walk, schema: Schema, visit: Visit & { readonly value: object }): Fault[] {
  const { value, path } = visit
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  const inner = { path, holder: { value, schema } }
  const missing = ((schema.required ?? []) as string[])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => faultAt({ ...inner, value, path: joined(path, name) }, 'missingField', ['present', 'absent']))
  const present = Object.entries(value).flatMap(([name, field]) => {
    if (!Object.hasOwn(properties, name)) return otherFieldFaults(walk, schema, { ...inner, value: field, name })
    const property = properties[name] as Schema
    const visited = { ...inner, value: field, path: joined(path, name) }
    if (property.writeOnly === true && walk.direction === 'reply')
      return [faultAt(visited, 'unknownField', ['absent, since it is write-only', kindOf(field)])]
    return faultsAt(walk, property, visited)
  })
  return [...missing, ...present]
}

/** A field that the schema does not name: it is unknown, unless the object is a map. The keys of maps are data. */
function otherFieldFaults(walk: Walk, schema: Schema, { name, ...visit }: Visit & { readonly name: string }): Fault[] {
  const { additionalProperties } = schema
  if (isMap(schema)) {
    const isAnything = typeof additionalProperties !== 'object' || additionalProperties === null
    return isAnything
      ? []
      : faultsAt(walk, additionalProperties as Schema, { ...visit, path: joined(visit.path, '{}') })
  }
  return [{ ...faultAt(visit, 'unknownField', ['absent', kindOf(visit.value)]), unknown: name }]
}

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)
