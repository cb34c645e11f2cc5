import { startStopwatch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { WireReply } from '../../http/respond.ts'
import type { Mock } from '../mock.ts'

/** A request for an operation. */
interface SentRequest {
  readonly method: string
  /** Below the base URL, with the query: `'/api/v0/…'`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The whole reply to it. */
interface ReplyToRequest {
  /** 0 for a connection that a fault broke. */
  readonly status: number
  /** By names in lower case. Several cookies are lines of one header. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty without a body. */
  readonly text: string
  readonly durationMs: number
  /** Of its entry in the journal. */
  readonly requestId?: string
}

/**
 * Sends a request to the operations in process, as a program of its own would: the journal has it, and faults happen to
 * it. It takes the names of the document, also where a deployment has others.
 *
 * @throws TypeError for a path that is not one of the interface
 */
export async function sendRequest(mock: Mock, { method, path, headers, body }: SentRequest): Promise<ReplyToRequest> {
  const url = path.startsWith('/') && URL.canParse(mock.baseUrl + path) ? new URL(mock.baseUrl + path).href : ''
  const isOfInterface = url.startsWith(`${mock.baseUrl}/api/v0/`)
  const elapsed = startStopwatch()
  const values = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const reply = isOfInterface
    ? await mock.serveDocumented({
        method,
        url,
        headers: { get: (name) => values.get(name.toLowerCase()) ?? null, keys: () => values.keys() },
        text: async () => body ?? '',
      })
    : undefined
  if (!reply) throw new TypeError('Failed to send the request: its path has to be one of an operation, below /api/v0/.')
  const requestId = reply.headers['x-request-id']
  return {
    status: reply.status,
    headers: {
      ...reply.headers,
      ...defined({ 'set-cookie': reply.cookies?.length ? reply.cookies.join('\n') : undefined }),
    },
    text: textOf(reply),
    durationMs: Math.round(elapsed() * 10) / 10,
    ...defined({ requestId }),
  }
}

const textOf = ({ text, chunks }: WireReply) => chunks?.join('') ?? text ?? ''
