import { type OpenApiDocument, resolve, type Response, type Schema } from '../../types/scripts/document.ts'
import { comment } from './comment.ts'
import { limitsOf } from './limits.ts'

// Statuses that have a meaning (RFC 9110, RFC 6585 and friends), so that a proxy may answer them.
const registered = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 424, 425,
  426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508, 511,
]

/** The direction of a value: to the service, from it, or both, for a value that was read and is sent back. */
export type Direction = 'input' | 'output' | 'both'
type Use = (name: string) => void

/** Where a type is printed. */
interface Position {
  /** Called with each named type in it. */
  use: Use
  direction: Direction
}

/** The types in the signatures of operation functions: they are collected, then printed. */
export class Schemas {
  readonly #document: OpenApiDocument
  /** By name as printed: the schema and the ways it goes. */
  readonly #used = new Map<string, { schema: string; directions: Set<Direction> }>()
  /** Error statuses that some operation documents. */
  readonly documented: readonly number[]

  constructor(document: OpenApiDocument) {
    this.#document = document
    const statuses = Object.values(document.paths).flatMap((item) =>
      (['get', 'post', 'put', 'delete'] as const).flatMap((method) => Object.keys(item[method]?.responses ?? {})),
    )
    this.documented = [...new Set(statuses.map(Number))].filter((status) => status >= 400).sort((a, b) => a - b)
  }

  /** The TypeScript type of a schema, as operation functions spell it. */
  typeOf(schema: Schema, use: Use, direction: Direction): string {
    if (schema.$ref) {
      const target = resolve<Schema>(this.#document, { $ref: schema.$ref })
      return isPlain(target)
        ? this.typeOf(target, use, direction)
        : this.#open(this.#reference(schema.$ref, use, direction), target, use)
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return this.#open(literals(schema.enum), schema, use)
    if (schema.anyOf) return [...new Set(schema.anyOf.map((member) => this.typeOf(member, use, direction)))].join(' | ')
    const types = [schema.type ?? []].flat()
    return types.length === 0
      ? 'unknown'
      : types.map((type) => this.#typed(type, schema, { use, direction })).join(' | ')
  }

  /** A response's body as a type. */
  bodyOf(response: Response, use: Use): string {
    const [content] = Object.entries(response.content ?? {})
    if (!content) return 'undefined'
    return content[0] === 'application/json' ? this.typeOf(content[1].schema, use, 'output') : 'string'
  }

  print(): string {
    const others = registered.filter((status) => !this.documented.includes(status))
    const printed = new Map<string, string[]>()
    // A printed schema may use further types, or use them in another direction.
    for (let size = -1; size !== this.#size();) {
      size = this.#size()
      for (const name of this.#used.keys()) printed.set(name, this.#printSchema(name))
    }
    return [
      ...comment(['The types of inputs and replies.', '@module schemas'], ''),
      '',
      '/** The error statuses that no operation documents; a proxy on the way may answer them. */',
      `export type OtherStatus = ${others.join(' | ')}`,
      '',
      '/**',
      ' * A value that this version of the types does not list because the service is newer. At run time it is any string.',
      ' * It cannot be written as a literal, but a value from a reply can be sent back.',
      ' */',
      'export type Unlisted = string & { readonly unlisted: true }',
      '',
      ...[...printed.keys()].sort().flatMap((name) => printed.get(name) as string[]),
    ].join('\n')
  }

  #size(): number {
    return [...this.#used.values()].reduce((sum, { directions }) => sum + directions.size, 0)
  }

  #reference(ref: string, use: Use, direction: Direction): string {
    const schema = ref.split('/').at(-1) as string
    const name = direction !== 'output' && this.#isLopsided(schema) ? `${schema}Input` : schema
    const directions = this.#used.get(name)?.directions ?? new Set<Direction>()
    this.#used.set(name, { schema, directions: directions.add(direction) })
    use(name)
    return name
  }

  /**
   * Lists of names get longer over time; what comes from the service may be newer than the types, and may be sent back.
   */
  #open(type: string, schema: Schema, use: Use): string {
    if (!schema.enum) return type
    use('Unlisted')
    return `${type} | Unlisted`
  }

  #typed(type: string, schema: Schema, { use, direction }: Position): string {
    if (type === 'array') return `Array<${this.typeOf(schema.items ?? {}, use, direction)}>`
    if (type === 'object' && !schema.properties) {
      return `Record<string, ${typeof schema.additionalProperties === 'object' ? this.typeOf(schema.additionalProperties, use, direction) : 'unknown'}>`
    }
    if (schema.properties) {
      const fields = Object.entries(schema.properties).map(
        ([name, field]) =>
          `${propertyName(name)}${this.#printType(field, { optional: !schema.required?.includes(name), use, direction })}`,
      )
      return `{ ${fields.join('; ')} }`
    }
    const scalar = scalars[type]
    if (!scalar) throw new Error(`The client has no type for ${JSON.stringify(schema)}.`)
    return scalar
  }

  #printSchema(name: string): string[] {
    const { schema: source, directions } = this.#used.get(name) as { schema: string; directions: Set<Direction> }
    const schema = this.#document.components.schemas[source] as Schema
    const forRequests = name !== source
    // A type for both ways takes what has come from the service.
    const [first = 'both'] = directions
    const direction = forRequests || directions.size > 1 ? 'both' : first
    if (schema.type !== 'object' || !schema.properties) {
      return [
        ...comment([schema.description], ''),
        `export type ${name} = ${schema.enum ? literals(schema.enum) : this.typeOf(schema, ignore, direction)}`,
        '',
      ]
    }
    if (typeof schema.additionalProperties === 'object')
      throw new Error(`${source} has named and other properties, which the client cannot declare.`)
    const left = forRequests ? 'readOnly' : this.#isLopsided(source) && 'writeOnly'
    const fields = Object.entries(schema.properties).filter(([, field]) => !(left && field[left]))
    return [
      ...comment([schema.description, forRequests ? `The fields of {@link ${source}} in requests.` : ''], ''),
      `export interface ${name} {`,
      ...fields.flatMap(([key, field]) =>
        this.printField(key, field, {
          optional: !schema.required?.includes(key),
          use: ignore,
          direction,
          indent: '  ',
        }),
      ),
      '}',
      '',
    ]
  }

  /** One field of an object type, with its description and limits. */
  printField(
    name: string,
    schema: Schema,
    { optional, indent, use, direction }: Position & { optional: boolean; indent: string },
  ): string[] {
    const target = resolve<Schema>(this.#document, schema.$ref ? { $ref: schema.$ref } : schema)
    const description = (schema.description ?? target.description ?? '').trim()
    const limits = limitsOf(this.#document, schema, description)
    const text = [description, limits].filter(Boolean).join(description.length + limits.length < 120 ? ' ' : '\n')
    const tags = [
      schema.default !== undefined && `@default ${JSON.stringify(schema.default)}`,
      (schema.deprecated ?? target.deprecated) && '@deprecated Do not use it in new code.',
    ]
    return [
      ...comment([[text, ...tags].filter(Boolean).join('\n')], indent),
      `${indent}${propertyName(name)}${this.#printType(schema, { optional, use, direction })}`,
    ]
  }

  /** Prints the part after a field's name. In requests `undefined` means the same as no field, since JSON leaves it out. */
  #printType(schema: Schema, { optional, use, direction }: Position & { optional: boolean }): string {
    const type = this.typeOf(schema, use, direction)
    if (!optional) return `: ${type}`
    return direction === 'output' ? `?: ${type}` : `?: ${type} | undefined`
  }

  /** Whether a schema has read-only or write-only fields, at any depth. */
  #isLopsided(name: string, seen = new Set<string>()): boolean {
    if (seen.has(name)) return false
    seen.add(name)
    const visit = (schema: Schema): boolean =>
      schema.readOnly === true ||
      schema.writeOnly === true ||
      (schema.$ref !== undefined && this.#isLopsided(schema.$ref.split('/').at(-1) as string, seen)) ||
      [
        ...Object.values(schema.properties ?? {}),
        ...(schema.anyOf ?? []),
        ...(schema.items ? [schema.items] : []),
      ].some(visit)
    return visit(this.#document.components.schemas[name] as Schema)
  }
}

function ignore(): void {}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

function literals(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ')
}

/** A name as the key of an object type or literal. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

/** A string or number with any format or pattern: a named type would not help the reader. */
function isPlain({ type, enum: values, const: value, anyOf }: Schema): boolean {
  const types = [type ?? []].flat()
  return types.length > 0 && types.every((type) => type in scalars) && !values && value === undefined && !anyOf
}
