import { styleText } from 'node:util'
import type { JournalEntry } from '../http/journal.ts'

type SocketStep = NonNullable<JournalEntry['socket']>['steps'][number]

type Style = Parameters<typeof styleText>[0]

/** Colours by the first digit of the status; 0 is a connection that a fault broke. */
const styles: Readonly<Record<string, Style>> = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red', 0: 'red' }

/**
 * A request and its answer in one line: method, path, status, operation, time, and of a refusal the reason.
 *
 * @param world - The name of the world, if it was not the server's own mock.
 */
export function requestLine(entry: JournalEntry, world?: string): string {
  const { method, path, status, operation, durationMs, room, socket, reply } = entry
  const wholePath = printable(world === undefined ? path : `/w/${world}${path}`)
  const parts = [
    method.padEnd(6),
    wholePath,
    styleText(styles[String(status).slice(0, 1)] ?? 'reset', String(status)),
    operation ?? subjectOf(room, socket),
    ...(durationMs === undefined ? [] : [`${durationMs} ms`]),
    ...(status >= 400 ? reasonOf(reply) : []),
  ]
  return `  ${parts.join('  ')}`
}

/** The words for an entry that is not of an operation. */
function subjectOf(room: JournalEntry['room'], socket: JournalEntry['socket']): string {
  if (room) return `step in a room (${room.kind ?? 'unknown'})`
  return socket ? `WebSocket ${wordsOf(socket.steps.at(-1))}` : 'no operation'
}

/** A step of a socket in words. */
function wordsOf(step: SocketStep | undefined): string {
  const { step: kind = 'opened', method, error, durationMs, code, reason } = step ?? {}
  if (kind !== 'called')
    return printable(
      [kind, code, reason]
        .filter((word) => word !== undefined)
        .join(' ')
        .trim(),
    )
  const outcome = error ? [String(error.code), error.message] : []
  const time = durationMs === undefined ? [] : [`${durationMs} ms`]
  return printable([method ?? 'message', ...time, ...outcome].join('  '))
}

function reasonOf(reply: unknown): string[] {
  const { error } = Object(reply) as { readonly error?: unknown }
  return typeof error === 'string' ? [printable(error)] : []
}

/** Without control characters, which a caller could send to change what the terminal shows. */
const printable = (text: string) => text.replace(/\p{Cc}|\p{Cf}/gu, '�')
