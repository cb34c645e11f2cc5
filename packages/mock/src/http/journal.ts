import type { OperationId } from '@latchkey/types'
import { isoOf } from '../effects/clock.ts'
import { nearMisses } from './nearMisses.ts'
import { assertOperationId } from './operationIds.ts'
import { isSecretName } from './secretNames.ts'

/** One request and its reply. Secrets are redacted. */
interface JournalEntry {
  readonly requestId: string
  readonly at: string
  readonly method: string
  readonly path: string
  /** Absent when the request found no operation. */
  readonly operation?: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Paths of the fields that were ignored, with `unknownFields: 'ignore'`: `['filter.ammount']`. */
  readonly unknownFields?: readonly string[]
  /** 0 for a connection that a fault broke. */
  readonly status: number
  readonly reply?: unknown
  /** Remarks that the reply does not contain, such as that the page's origin is not listed. */
  readonly notes?: readonly string[]
  /** For a request that found no operation: the operations with the most similar URLs and methods. */
  readonly nearMisses?: readonly string[]
}

interface JournalRecord {
  readonly requestId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly method: string
  readonly url: URL
  readonly id?: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly decoded?: { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown }
  readonly unknownFields?: readonly string[]
  readonly status: number
  readonly reply?: unknown
  readonly notes?: readonly string[]
}

export interface Journal {
  record(entry: JournalRecord): void
  /** The latest requests, oldest first, all or those of one operation. */
  list(operation?: OperationId): JournalEntry[]
  /** How many exchanges were dropped for later ones since the journal was last cleared. */
  readonly dropped: number
  clear(): void
}

/**
 * Keeps the latest exchanges. Secrets are redacted when the journal is read, so that recording is cheap.
 *
 * @param limit - How many exchanges it keeps.
 */
export function createJournal(limit: number): Journal {
  let entries: JournalRecord[] = []
  let recorded = 0
  const latest = () => entries.slice(Math.max(0, entries.length - limit))
  return {
    record(entry) {
      recorded += 1
      entries.push(entry)
      // Cutting the list now and then costs less than shifting it each time.
      if (entries.length > limit * 2) entries = latest()
    },
    list(operation) {
      if (operation !== undefined) assertOperationId('journal.list()', operation)
      return latest()
        .filter(({ id }) => operation === undefined || id === operation)
        .map(present)
    },
    get dropped() {
      return Math.max(0, recorded - limit)
    },
    clear() {
      entries = []
      recorded = 0
    },
  }
}

function present(record: JournalRecord): JournalEntry {
  const { requestId, at, method, url, id, params, decoded, unknownFields, status, reply, notes } = record
  return {
    requestId,
    at: isoOf(at),
    method,
    path: url.pathname,
    operation: id,
    params,
    query: redact(decoded?.query ?? {}) as Record<string, unknown>,
    body: redact(decoded?.body),
    ...(unknownFields?.length && { unknownFields }),
    status,
    // An error's `code` is the name of a rule, not a secret.
    reply: status >= 400 ? reply : redact(reply),
    ...(notes && { notes }),
    ...(id === undefined && { nearMisses: nearMisses(method, url.pathname) }),
  }
}

const redacted = '[redacted]'

/**
 * The value with `[redacted]` in place of each secret: a text or list of texts under the name of a secret, and values
 * under such a name in a URL or a page's form.
 */
function redact(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? redacted : redactText(value)
  if (Array.isArray(value)) return value.map((inner) => redact(inner, isSecret && typeof inner === 'string'))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redact(inner, isSecretName(name))]))
}

/** In a page, `&` is written as `&amp;`, and the address ends with a quotation mark. */
const urlParameter = /([?&#]|&amp;)([\w-]+)=[^&#\s"]*/g
const formField = /(name="([\w-]+)" value=)"[^"]*"/g

function redactText(text: string): string {
  return text
    .replace(urlParameter, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${redacted}` : all,
    )
    .replace(formField, (all, before: string, name: string) => (isSecretName(name) ? `${before}"${redacted}"` : all))
}
