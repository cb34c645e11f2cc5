import type { OperationRow } from '@latchkey/types'
import bundled from '@latchkey/types/openapi.json' with { type: 'json' }
import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { undocumentedFields } from './undocumentedFields.ts'

/** A reply as it leaves the mock. */
export interface JudgedReply {
  readonly status: number
  readonly headers: Headers
  /** The text of the body; null for a reply without one. */
  readonly text: string | null
}

interface Described {
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
  >
  readonly components: object
}

/** Headers that only some replies of a status have: lists with a next page, and limits that end by themselves. */
const sometimes: ReadonlySet<string> = new Set(['x-next-cursor', 'retry-after'])

const ajv = new Ajv2020({ strict: false, unicodeRegExp: true })
addFormats.default(ajv)
ajv.addSchema(bundled, 'document')

/**
 * Finds the faults of a reply only by the document: a status, content type or field that it does not have, a missing
 * header, or a body that breaks its schema. JSON Schema judges here, and not the checks that the mock itself has made
 * of the document.
 */
export function faultsOfReply(row: OperationRow, reply: JudgedReply): string[] {
  const faults = judge(row, reply)
  return faults.map((fault) => `${row.method} ${row.path} answered ${reply.status}: ${fault}`)
}

function judge({ path, method }: OperationRow, { status, headers, text }: JudgedReply): string[] {
  const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)]
  const found = resolve(pointer)
  if (!found) return ['the document does not have this status']
  const { described } = found
  const missing = Object.keys(described.headers ?? {})
    .filter((name) => !sometimes.has(name) && !headers.has(name))
    .map((name) => `the header ${name} is missing`)
  const type = headers.get('content-type')?.split(';')[0] ?? null
  if (!described.content) return text ? [...missing, `no body is documented, and it is ${text.slice(0, 100)}`] : missing
  if (type === null || !(type in described.content)) return [...missing, `the content type ${type} is not documented`]
  if (type !== 'application/json') return missing
  return [...missing, ...faultsOfValue([...found.pointer, 'content', type, 'schema'], JSON.parse(text ?? ''))]
}

/** The ways in which a value breaks the schema at a pointer, and the fields that the schema does not name. */
function faultsOfValue(pointer: readonly string[], value: unknown): string[] {
  const validate = validatorOf(pointer)
  const broken = validate(value) ? [] : [ajv.errorsText(validate.errors, { dataVar: 'body' })]
  const unknown = undocumentedFields(pointer.reduce<unknown>(memberOf, bundled) as object, value)
  return [...broken, ...unknown.map((field) => `${field} is not documented`)]
}

/** A message to a webhook as it leaves the mock. */
export interface JudgedMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface DescribedMessage {
  readonly parameters: readonly { readonly $ref: string }[]
}

/** Finds the faults of a message to a webhook only by the document: those of its body, and of its headers. */
export function faultsOfMessage({ headers, body: text }: JudgedMessage): string[] {
  const body = JSON.parse(text) as { readonly eventName?: string }
  const name = String(body.eventName)
  const pointer = ['webhooks', name, 'post']
  const described = pointer.reduce<unknown>(memberOf, bundled) as DescribedMessage | undefined
  const faults = described
    ? [...faultsOfHeaders(described, headers), ...faultsOfValue([...pointer, ...jsonBody], body)]
    : ['the document has no webhook of this name']
  return faults.map((fault) => `The message of "${name}" is wrong: ${fault}`)
}

const jsonBody = ['requestBody', 'content', 'application/json', 'schema']

function faultsOfHeaders({ parameters }: DescribedMessage, headers: JudgedMessage['headers']): string[] {
  return parameters.flatMap(({ $ref }) => {
    const pointer = $ref.split('/').slice(1)
    const { name } = pointer.reduce<unknown>(memberOf, bundled) as { readonly name: string }
    return faultsOfValue([...pointer, 'schema'], headers[name]).map((fault) => `${name}: ${fault}`)
  })
}

/** A response of the document, and where it stands: in place, or among the components. */
function resolve(pointer: readonly string[]): { pointer: readonly string[]; described: Described } | undefined {
  const node = pointer.reduce<unknown>(memberOf, bundled as object as Document) as
    | (Described & { readonly $ref?: string })
    | undefined
  return node?.$ref === undefined ? node && { pointer, described: node } : resolve(node.$ref.split('/').slice(1))
}

const memberOf = (node: unknown, name: string): unknown =>
  (node as Readonly<Record<string, unknown>> | undefined)?.[name]

const validators = new Map<string, ValidateFunction>()

function validatorOf(pointer: readonly string[]): ValidateFunction {
  const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = validators.get(path) ?? ajv.compile({ $ref: `document#/${path}` })
  validators.set(path, validate)
  return validate
}
