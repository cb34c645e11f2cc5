import { kindOfText, parseJson } from '@latchkey/base/parseJson'
import { type Answer, OutsideFailure, type Question, type Source } from '@latchkey/base/questions'
import { realFetch, type RealReply } from '@latchkey/base/realFetch'

/** The content of a question to a {@link WebSource}: a request whose reply is JSON. */
export interface WebRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent by POST as a form. @default a GET */
  readonly form?: Readonly<Record<string, string>>
  /** The request has an effect: as long as the source lives, the same one is sent once, unless it fails. */
  readonly isOnce?: boolean
}

/** A reply that is JSON. */
export interface WebReply {
  readonly status: number
  readonly body: unknown
  /** How long the reply may be kept, in seconds; absent if it does not say. */
  readonly maxAgeSeconds?: number | undefined
}

/** A server of the world outside that is real, and answers requests over HTTP with JSON. */
export interface WebSource extends Source {
  /** Sends one request at once. @throws {@link OutsideFailure} with a sentence that has no part of the URL but its origin */
  send(request: WebRequest): Promise<WebReply>
}

/** How many replies to requests with an effect are remembered. */
const rememberedReplies = 1000

/**
 * Creates a source.
 *
 * @param name - As people see it: `provider google`.
 * @param where - The source at the beginning of a sentence: `The provider google (https://accounts.example.com)`.
 */
export function createWebSource(name: string, where: string): WebSource {
  /** The replies to requests with an effect, also those that are still to come. */
  const replies = new Map<string, Promise<WebReply>>()

  async function send(request: WebRequest): Promise<WebReply> {
    const { url, headers, form } = request
    const accepting = { accept: 'application/json', ...headers }
    const init = form
      ? { method: 'POST', headers: accepting, body: new URLSearchParams(form) }
      : { method: 'GET', headers: accepting }
    let reply: RealReply
    try {
      reply = await realFetch(url, init, 1)
    } catch (cause) {
      throw new OutsideFailure(`${where} ${(cause as Error).message}.`, { cause })
    }
    try {
      return { status: reply.status, body: parseJson(reply.text), maxAgeSeconds: maxAgeOf(reply.headers) }
    } catch (error) {
      const kind = kindOfText(error)
      throw new OutsideFailure(`${where} has answered with ${kind} (status ${reply.status}).`, { cause: error })
    }
  }

  function sendOnce(request: WebRequest): Promise<WebReply> {
    const key = JSON.stringify(request)
    const earlier = replies.get(key)
    if (earlier) return earlier
    const reply = send(request)
    replies.set(key, reply)
    const [oldest] = replies.keys()
    if (replies.size > rememberedReplies && oldest !== undefined) replies.delete(oldest)
    const forget = () => replies.delete(key)
    // A request that was refused, or may not have arrived, may be sent again.
    reply.then(({ status }) => status >= 400 && forget(), forget)
    return reply
  }

  async function answer({ content }: Question): Promise<Answer> {
    const request = content as WebRequest
    try {
      return { value: await (request.isOnce ? sendOnce(request) : send(request)) }
    } catch (error) {
      return { problem: (error as Error).message }
    }
  }

  return { name, send, ask: (questions) => Promise.all(questions.map(answer)) }
}

/** How long a reply may be kept, in seconds (RFC 9111, section 4.2.1); `undefined` if its headers do not say. */
function maxAgeOf(headers: Headers): number | undefined {
  const directives = (headers.get('cache-control') ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
  if (directives.some((directive) => /^no-(?:cache|store)\b/.test(directive))) return 0
  const [maxAge] = directives.flatMap((directive) => /^max-age="?(\d+)"?$/.exec(directive)?.[1] ?? [])
  if (maxAge !== undefined) return Math.max(0, Number(maxAge) - Number(headers.get('age') ?? 0))
  const expires = headers.get('expires')
  if (expires === null) return undefined
  // An instant that is none has passed (RFC 9111, section 5.3).
  const seconds = (Date.parse(expires) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isNaN(seconds) ? 0 : Math.max(0, seconds)
}
