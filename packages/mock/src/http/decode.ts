import type { OperationRow } from '@latchkey/types'
import { DomainError } from '../domain/errors.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** What a request body may hold at most, in every host. */
export const maximumBodyBytes = 1_048_576

/** The parts of a request that an operation reads, checked against its schemas. */
export interface Decoded {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Reads the query parameters an operation knows; others are left out, since redirects carry some of their own. */
export function readQuery(kinds: OperationRow['query'], search: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  if (!kinds) return query
  for (const [name, kind] of Object.entries(kinds)) {
    if (kind === 'object') {
      const value = readDeepObject(name, search)
      if (value) query[name] = value
      continue
    }
    const values = search.getAll(name)
    if (values.length === 0) continue
    if (kind === 'array') query[name] = values
    else if (values.length > 1) throw new DomainError('validationFailed', { message: `${name}: is given more than once.` })
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
    if (!key.startsWith(`${name}[`) || !key.endsWith(']')) continue
    found ??= Object.create(null) as Record<string, string>
    found[key.slice(name.length + 1, -1)] = value
  }
  return found && { ...found }
}

/** Reads a request body of the media type that the operation takes. */
export async function readBody(type: string, request: Pick<ServiceRequest, 'headers' | 'text'>): Promise<unknown> {
  const given = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const text = await request.text()
  if (given !== type && !(given === '' && text === '')) {
    throw new DomainError('unsupportedMediaType', { message: `Send the body as ${type}.` })
  }
  if (isTooLarge(text)) throw new DomainError('bodyTooLarge')
  return type === 'application/json' ? readJson(text) : Object.fromEntries(new URLSearchParams(text))
}

/** Counts bytes only where characters leave it open. */
function isTooLarge(text: string): boolean {
  return text.length > maximumBodyBytes || (text.length * 3 > maximumBodyBytes && new TextEncoder().encode(text).length > maximumBodyBytes)
}

function readJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new DomainError('badRequest', { message: text === '' ? 'The body is empty; JSON is expected.' : 'The body is not valid JSON.' })
  }
  refusePollution(value, 0)
  return value
}

/** A key that would reach an object's prototype, should anyone merge the value, is refused wherever it stands. */
function refusePollution(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > 64) throw new DomainError('badRequest', { message: 'The body is nested too deeply.' })
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    if (key === '__proto__' || (key === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype'))) {
      throw new DomainError('badRequest', { message: `The body has the key "${key}", which is not accepted.` })
    }
    refusePollution(inner, depth + 1)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
