import { faultsOf } from '../../faultWords.ts'
import type { Entry } from '../../live/control.ts'

/** The filter of the list of requests, as it stands in the link's query. A part that is absent or empty matches all. */
export interface RequestFilter {
  readonly operation?: string
  /** The first digit of the status: `'4'`. */
  readonly status?: string
  /** `'yes'`: only requests that failed, or in which something was not as expected. */
  readonly problems?: string
  /** The id of a user: who made the request, or whom it names. */
  readonly user?: string
  /** `'any'`: only requests to which a fault has happened. Otherwise the id of a fault. */
  readonly fault?: string
  /** Text somewhere in the request or the reply. */
  readonly text?: string
}

/** Status, as the link's query has it, and words for it. */
export const statusOptions = [
  ['', 'Any status'],
  ['1', '101 WebSocket'],
  ['2', '2xx success'],
  ['3', '3xx redirect'],
  ['4', '4xx refusal'],
  ['5', '5xx failure'],
  ['0', 'Broken connection'],
] as const

export function matchesFilter(entry: Entry, filter: RequestFilter): boolean {
  const { operation, status, problems, user, fault, text } = filter
  if (operation && entry.operation !== operation) return false
  if (problems && !hasProblem(entry)) return false
  if (status && !String(entry.status).startsWith(status)) return false
  if (fault && !faultsOf(entry).some(({ id }) => fault === 'any' || fault === id)) return false
  if (user && !mentions(entry, user)) return false
  return !text || mentions(entry, text)
}

/** Whether a developer should look at a request: it failed, or something in it was not as expected. */
function hasProblem(entry: Entry): boolean {
  const { status, nearMisses, unknownFields, notes, socket } = entry
  const hasFailed = status === 0 || status >= 400
  const hasRemarks = Boolean(nearMisses ?? unknownFields ?? notes)
  // 1001 says that the mock was closed, or a silent socket was.
  const wasEnded = socket?.steps.some(({ step, by, code }) => step === 'closed' && by === 'mock' && code !== 1001)
  return hasFailed || hasRemarks || Boolean(wasEnded) || faultsOf(entry).length > 0
}

const texts = new WeakMap<Entry, string>()

function mentions(entry: Entry, text: string): boolean {
  const all = texts.get(entry) ?? JSON.stringify(entry).toLowerCase()
  texts.set(entry, all)
  return all.includes(text.trim().toLowerCase())
}
