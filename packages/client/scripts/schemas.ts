import { type OpenApiDocument, resolve, type Response, type Schema } from '../../types/scripts/document.ts'
import { comment } from './comment.ts'

// Statuses that have a meaning (RFC 9110, RFC 6585 and friends), so that a proxy may answer them.
const registered = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451,
  500, 501, 502, 503, 504, 505, 506, 507, 508, 511,
]

/** The types of the document that operation functions name: used ones are collected, then printed. */
export class Schemas {
  readonly #document: OpenApiDocument
  readonly #used = new Set<string>()
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
  typeOf(schema: Schema, use: (name: string) => void): string {
    if (schema.$ref) {
      const target = resolve<Schema>(this.#document, { $ref: schema.$ref })
      if (isPlain(target)) return this.typeOf(target, use)
      const name = schema.$ref.split('/').at(-1) as string
      this.#used.add(name)
      use(name)
      return name
    }
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.type === 'array') return `Array<${this.typeOf(schema.items ?? {}, use)}>`
    const type = typeof schema.type === 'string' ? scalars[schema.type] : undefined
    if (!type) throw new Error(`An operation uses a schema that has no name: ${JSON.stringify(schema)}. Name it in spec/.`)
    return type
  }

  /** A response's body as a type. */
  bodyOf(response: Response, use: (name: string) => void): string {
    const [content] = Object.entries(response.content ?? {})
    if (!content) return 'undefined'
    return content[0] === 'application/json' ? this.typeOf(content[1].schema, use) : 'string'
  }

  print(): string {
    const others = registered.filter((status) => !this.documented.includes(status))
    return [
      "import type { components } from '@latchkey/types'",
      '',
      "type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]",
      '',
      '/** The error statuses that no operation documents; a proxy on the way may answer them. */',
      `export type OtherStatus = ${others.join(' | ')}`,
      '',
      ...[...this.#used].sort().flatMap((name) => this.#printSchema(name)),
    ].join('\n')
  }

  #printSchema(name: string): string[] {
    const schema = this.#document.components.schemas[name] as Schema
    // An interface, so that hovers show its name.
    const declaration = schema.type === 'object' && schema.properties
      ? `export interface ${name} extends Schema<'${name}'> {}`
      : `export type ${name} = Schema<'${name}'>`
    return [...comment([schema.description], ''), declaration, '']
  }
}

const scalars: Readonly<Record<string, string>> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }

/** A string or number whatever its format or pattern: its name would tell a reader nothing. */
function isPlain({ type, enum: values, const: value, anyOf }: Schema): boolean {
  return typeof type === 'string' && type in scalars && !values && value === undefined && !anyOf
}
