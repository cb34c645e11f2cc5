import type { JournalEntry } from '../http/journal.ts'
import type { Mock } from '../mock/createMock.ts'

/** The longest text of a body that is printed whole. */
const longest = 2_000

/** Formats the lines that `--verbose` prints below that of a request. The journal has covered the secrets. */
export function verboseLines(entry: JournalEntry): string {
  const { query, body, reply, unknownFields, nearMisses, notes, requestId } = entry
  const step = entry.socket?.steps.at(-1)
  const events = entry.room ? (entry.room.steps.at(-1)?.events ?? []) : (entry.events ?? [])
  const rows: readonly (readonly [name: string, value: unknown])[] = [
    ['query', Object.keys(query).length > 0 ? query : undefined],
    ['body', body],
    ['ignored', unknownFields?.join(', ')],
    ['reply', reply],
    ['params', step?.params],
    ['result', step?.result],
    ['origin', step?.origin],
    ...events.map(({ id, eventName }) => ['event', `${eventName}  ${id}  by ${requestId}`] as const),
    ...(nearMisses ?? []).map((operation) => ['similar', operation] as const),
    ...(notes ?? []).map((note) => ['note', note] as const),
  ]
  return rows
    .flatMap(([name, value]) => (value === undefined ? [] : [`    ${name.padEnd(8)} ${textOf(value)}`]))
    .join('\n')
}

/**
 * Prints a line for each event from now on that no request has caused. The events of a request are printed below its
 * line.
 */
export function watchEvents({ events }: Mock, print: (line: string) => void): void {
  events.watch(({ id, eventName, requestId }) => {
    if (requestId === undefined) print(`  event   ${eventName}  ${id}  by no request`)
  })
}

/** Prints a line for each attempt to deliver a webhook message from now on. */
export function watchDeliveries({ watch, webhooks }: Mock, print: (line: string) => void): void {
  const printedIds = new Set(webhooks.deliveries().map(({ id }) => id))
  watch((tables) => {
    if (!tables.includes('webhookAttempts')) return
    for (const { id, attempt, status, request, response, isTriggered } of webhooks.deliveries()) {
      if (printedIds.has(id)) continue
      printedIds.add(id)
      const how = isTriggered ? 'triggered  ' : ''
      print(`  webhook  ${textOf(request.url ?? '')}  ${how}${status}  attempt ${attempt}  ${textOf(response)}`)
    }
  })
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const printable = text.replace(/\p{Cc}|\p{Cf}/gu, '�')
  return printable.length > longest ? `${printable.slice(0, longest)}… (${printable.length} characters)` : printable
}
