import type { OperationRow } from '@latchkey/types'
import { DomainError } from '../domain/shared/errors.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** The maximum size of a request body, in every host. */
export const maximumBodyBytes = 1_048_576

/** The query and the body of a request, as an operation reads them. */
export interface DecodedContent {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The parts of a request that an operation reads. */
export interface Decoded extends DecodedContent {
  readonly params: Readonly<Record<string, string>>
}

/**
 * Reads the query and the body of a request. An error is returned, not thrown: the caller throws it after it has
 * checked the credential.
 */
export async function readContent(
  row: OperationRow,
  request: ServiceRequest,
  url: URL,
): Promise<DecodedContent | DomainError> {
  try {
    const body = row.body ? await readBody(row, request) : undefined
    return { query: readQuery(row, url), body }
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/**
 * Reads the query parameters of an operation, and those that it does not have, which its schema refuses. Pages to which
 * others lead people leave these out (RFC 6749, sections 3.1 and 4.1.2).
 */
export function readQuery(
  { query: kinds = {}, openQuery = false }: Pick<OperationRow, 'query' | 'openQuery'>,
  url: URL,
): Record<string, unknown> {
  if (url.search === '') return {}
  const search = url.searchParams
  const documented = Object.entries(kinds).flatMap(([name, kind]) => {
    const value = kind === 'object' ? readDeepObject(name, search) : readValue(name, kind, search)
    return value === undefined ? [] : [[name, value] as const]
  })
  const isKnown = (name: string) =>
    Object.hasOwn(kinds, name) || (name.endsWith(']') && kinds[name.split('[', 1)[0] ?? ''] === 'object')
  const unknown = openQuery ? [] : [...search].filter(([name]) => !isKnown(name))
  return Object.fromEntries([...documented, ...unknown])
}

function readValue(name: string, kind: string, search: URLSearchParams): unknown {
  const values = search.getAll(name)
  if (values.length === 0) return undefined
  if (kind === 'array') return values
  if (values.length > 1) throw new DomainError('validationFailed', { message: `${name} must be given once.` })
  return (readers[kind] ?? String)(values[0] as string)
}

/** Invalid text stays text, so that the schema refuses it with the parameter's name. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

const readers: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => booleans.get(text) ?? text,
}

function readDeepObject(name: string, search: URLSearchParams): Record<string, string> | undefined {
  let parameters: Record<string, string> | undefined
  for (const [key, value] of search) {
    // A filter in another form is refused: if it were ignored, the reply would contain what it excludes.
    if (key === name)
      throw new DomainError('validationFailed', { message: `${name} must be given as ${name}[key]=value.` })
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue
    parameters ??= Object.create(null) as Record<string, string>
    const inner = key.slice(name.length + 1, -1)
    if (inner in parameters) throw new DomainError('validationFailed', { message: `${key} must be given once.` })
    parameters[inner] = value
  }
  return parameters && { ...parameters }
}

/** Reads a request body of the operation's media type. An omitted optional body is an empty object. */
async function readBody(
  { body: type, optionalBody = false }: Pick<OperationRow, 'body' | 'optionalBody'>,
  request: Pick<ServiceRequest, 'headers' | 'text'>,
): Promise<unknown> {
  const [mediaType = '', ...parameters] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset =
    parameters
      .find((parameter) => parameter.startsWith('charset='))
      ?.slice('charset='.length)
      .replaceAll('"', '') ?? 'utf-8'
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  const text = await request.text()
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset) || encoding !== 'identity') {
    throw new DomainError('unsupportedMediaType', { message: 'Send the body as UTF-8 without compression.' })
  }
  if (mediaType !== type && !(mediaType === '' && text === '')) {
    throw new DomainError('unsupportedMediaType', { message: `Send the body as ${type}.` })
  }
  if (optionalBody && text === '') return {}
  if (isTooLarge(text)) throw new DomainError('bodyTooLarge')
  return type === 'application/json' ? readJson(text) : Object.fromEntries(new URLSearchParams(text))
}

/** Counts bytes only when the number of characters does not decide. */
function isTooLarge(text: string): boolean {
  return (
    text.length > maximumBodyBytes ||
    (text.length * 3 > maximumBodyBytes && new TextEncoder().encode(text).length > maximumBodyBytes)
  )
}

function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DomainError('badRequest', {
      message: text === '' ? 'The body is empty; JSON is expected.' : 'The body is not valid JSON.',
    })
  }
  refuseHarm(value, 0)
  return value
}

/**
 * Refuses, at any depth, a key that could change an object's prototype if the value is merged, and a number that JSON
 * cannot represent.
 */
function refuseHarm(value: unknown, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new DomainError('badRequest', { message: 'The body has a number that is too large.' })
  if (typeof value !== 'object' || value === null) return
  if (depth > 64) throw new DomainError('badRequest', { message: 'The body is nested too deeply.' })
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    if (key === '__proto__' || (key === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype'))) {
      throw new DomainError('badRequest', { message: `The body has the key "${key}", which is not accepted.` })
    }
    refuseHarm(inner, depth + 1)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
