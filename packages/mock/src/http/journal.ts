import type { OperationId } from '@latchkey/types'
import { isoOf } from '../effects/clock.ts'
import { nearMisses } from './nearMisses.ts'
import { assertOperationId } from './operationIds.ts'
import { isSecretName } from './secretNames.ts'

/** One request and what it was answered. Secrets are blotted out. */
interface JournalEntry {
  readonly requestId: string
  readonly at: string
  readonly method: string
  readonly path: string
  /** Absent where nothing is served. */
  readonly operation?: OperationId
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Paths of the fields that were ignored, with `unknownFields: 'ignore'`: `['filter.ammount']`. */
  readonly unknownFields?: readonly string[]
  /** 0 for a pretended broken connection. */
  readonly status: number
  readonly reply?: unknown
  /** What a reply does not tell, such as that the origin of the page is not listed. */
  readonly notes?: readonly string[]
  /** For a request that found nothing: the operations whose URLs and methods are most alike. */
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
  /** How many exchanges have fallen out, since the journal was cleared, to make room for later ones. */
  readonly dropped: number
  clear(): void
}

/**
 * Keeps the latest exchanges. What is kept is blotted only when it is read, so that recording costs nothing.
 *
 * @param limit - How many it keeps.
 */
export function createJournal(limit: number): Journal {
  let entries: JournalRecord[] = []
  let recorded = 0
  const latest = () => entries.slice(Math.max(0, entries.length - limit))
  return {
    record(entry) {
      recorded += 1
      entries.push(entry)
      // Cutting it seldom costs less than shifting it each time.
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
    query: blot(decoded?.query ?? {}) as Record<string, unknown>,
    body: blot(decoded?.body),
    ...(unknownFields?.length && { unknownFields }),
    status,
    // An error's `code` is the name of a rule, not a secret.
    reply: status >= 400 ? reply : blot(reply),
    ...(notes && { notes }),
    ...(id === undefined && { nearMisses: nearMisses(method, url.pathname) }),
  }
}

const mark = '[redacted]'

/** The value with a mark in place of each secret: a text or list of texts under a secret's name, and what a URL or a page's form has under such a name. */
function blot(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? mark : blotText(value)
  if (Array.isArray(value)) return value.map((inner) => blot(inner, isSecret && typeof inner === 'string'))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, blot(inner, isSecretName(name))]))
}

/** In a page, `&` is written as `&amp;`, and the address ends with a quotation mark. */
const urlParameter = /([?&#]|&amp;)([\w-]+)=[^&#\s"]*/g
const formField = /(name="([\w-]+)" value=)"[^"]*"/g

function blotText(text: string): string {
  return text
    .replace(urlParameter, (all, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${mark}` : all,
    )
    .replace(formField, (all, before: string, name: string) => (isSecretName(name) ? `${before}"${mark}"` : all))
}
