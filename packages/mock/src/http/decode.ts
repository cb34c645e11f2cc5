import type { OperationRow } from '@latchkey/types'
import { DomainError } from '../domain/shared/errors.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** What a request body may hold at most, in every host. */
export const maximumBodyBytes = 1_048_576

/** What an operation reads of a request beside the parameters of its URL. */
export interface DecodedContent {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The parts of a request that an operation reads. */
export interface Decoded extends DecodedContent {
  readonly params: Readonly<Record<string, string>>
}

/**
 * Reads the query and the body of a request. What keeps it from being read is returned, to be thrown once the credential
 * is known to be good.
 */
export async function readContent(
  row: OperationRow,
  request: ServiceRequest,
  url: URL,
): Promise<DecodedContent | DomainError> {
  try {
    const body = row.body ? await readBody(row, request) : undefined
    return { query: readQuery(row.query, url), body }
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

/** Reads the query parameters an operation knows; others are left out, since redirects carry some of their own. */
export function readQuery(kinds: OperationRow['query'], url: URL): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  if (!kinds || url.search === '') return query
  const search = url.searchParams
  for (const [name, kind] of Object.entries(kinds)) {
    if (kind === 'object') {
      const value = readDeepObject(name, search)
      if (value) query[name] = value
      continue
    }
    const values = search.getAll(name)
    if (values.length === 0) continue
    if (kind === 'array') query[name] = values
    else if (values.length > 1)
      throw new DomainError('validationFailed', { message: `${name}: is given more than once.` })
    else query[name] = (readers[kind] ?? String)(values[0] as string)
  }
  return query
}

/** Text that is not of the kind stays text, so that the schema refuses it by name. */
const readers: Record<string, (text: string) => unknown> = {
  integer: (text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

function readDeepObject(name: string, search: URLSearchParams): Record<string, string> | undefined {
  let found: Record<string, string> | undefined
  for (const [key, value] of search) {
    // Read as no filter at all, a filter in another form would show what it was meant to hide.
    if (key === name) throw new DomainError('validationFailed', { message: `${name}: is given as ${name}[key]=value.` })
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue
    found ??= Object.create(null) as Record<string, string>
    const inner = key.slice(name.length + 1, -1)
    if (inner in found) throw new DomainError('validationFailed', { message: `${key}: is given more than once.` })
    found[inner] = value
  }
  return found && { ...found }
}

/** Reads a request body of the media type that the operation takes; one that is left out is empty where it may be. */
async function readBody(
  { body: type, optionalBody = false }: Pick<OperationRow, 'body' | 'optionalBody'>,
  request: Pick<ServiceRequest, 'headers' | 'text'>,
): Promise<unknown> {
  const [given = '', ...parameters] = (request.headers.get('content-type') ?? '')
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
    throw new DomainError('unsupportedMediaType', { message: 'Send the body in UTF-8, and not compressed.' })
  }
  if (given !== type && !(given === '' && text === '')) {
    throw new DomainError('unsupportedMediaType', { message: `Send the body as ${type}.` })
  }
  if (optionalBody && text === '') return {}
  if (isTooLarge(text)) throw new DomainError('bodyTooLarge')
  return type === 'application/json' ? readJson(text) : Object.fromEntries(new URLSearchParams(text))
}

/** Counts bytes only where characters leave it open. */
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
 * A key that would reach an object's prototype, should anyone merge the value, is refused wherever it stands; and so is
 * a number that would be lost, since JSON cannot write it back.
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
