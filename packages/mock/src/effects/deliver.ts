import { defined } from '@latchkey/base/defined'

/** One outgoing request of the service: a webhook delivery. */
export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The response; `error` instead of a status when there was none. */
export interface DeliveryResult {
  readonly status?: number | undefined
  readonly body?: string | undefined
  readonly error?: string | undefined
}

/** Sends a delivery, and follows no redirect. */
export type Deliver = (request: DeliveryRequest) => Promise<DeliveryResult>

/** How long a receiver may take for its whole answer, in milliseconds of real time. */
export const answerTimeoutMs = 10_000

/** How much of a response's body is stored, in characters. */
const keptCharacters = 10_000

/** Where webhooks may be sent to besides public addresses by https, and loopback by http. */
export interface ReceiverRules {
  /** Whether receivers may be on private addresses. */
  readonly allowPrivate: boolean
  /** Names of hosts that are receivers wherever they are, and by http, too. */
  readonly hosts: ReadonlySet<string>
}

/** Creates a {@link Deliver} with a mock's limits. */
export type CreateDeliver = (limits: ReceiverRules & { readonly timeoutMs: number }) => Deliver

/** Webhooks may not be sent to the address of a receiver. */
export class RefusedReceiver extends Error {
  constructor() {
    super('Webhooks may not be sent to the address of the receiver.')
  }
}

/** The parts of a response that are read, of `fetch` or of sockets. */
interface Answer extends Pick<Response, 'type' | 'status'> {
  readonly body: { getReader(): AnswerReader } | null
}

interface AnswerReader {
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  cancel(): Promise<void>
}

/**
 * Wraps a function that may throw or return an invalid result. Then the attempt has failed, as if the receiver had not
 * answered.
 *
 * @param report - Receives the error.
 */
export function createCheckedDeliver(deliver: Deliver, report: (cause: unknown) => void): Deliver {
  return async (request) => {
    try {
      const { status, body, error } = await deliver(request)
      if (error !== undefined) return { error: String(error) }
      if (!Number.isInteger(status)) throw new TypeError('`deliver` has to return a status or an error.')
      return { status, ...defined({ body: body === undefined ? undefined : String(body).slice(0, keptCharacters) }) }
    } catch (error) {
      report(error)
      return { error: 'The message could not be sent: `deliver` threw an error, which the log has.' }
    }
  }
}

/** Delivers by the global `fetch` at the time of the delivery. */
export function createFetchDeliver(timeoutMs = answerTimeoutMs): Deliver {
  return ({ url, headers, body }) =>
    awaitAnswer((signal) => fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }), {
      timeoutMs,
      failure: 'The receiver could not be reached.',
    })
}

/**
 * Waits for the answer of a receiver on the network or in process. Never throws.
 *
 * @param options.failure - The error when the receiver threw, or the connection broke.
 */
export async function awaitAnswer(
  ask: (signal: AbortSignal) => Answer | Promise<Answer>,
  { timeoutMs, failure }: { timeoutMs: number; failure: string },
): Promise<DeliveryResult> {
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<DeliveryResult>((resolve) => {
    timer = setTimeout(() => {
      resolve({ error: 'The receiver did not answer in time.' })
      waiting.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([readAnswer(ask, waiting.signal, failure), late])
  } finally {
    clearTimeout(timer)
  }
}

async function readAnswer(
  ask: (signal: AbortSignal) => Answer | Promise<Answer>,
  signal: AbortSignal,
  failure: string,
): Promise<DeliveryResult> {
  try {
    const response = await ask(signal)
    // A page cannot see more of a redirect.
    if (response.type === 'opaqueredirect') return { error: 'The receiver redirected. Redirects are not followed.' }
    return { status: response.status, body: await readStart(response) }
  } catch (error) {
    return { error: error instanceof RefusedReceiver ? error.message : failure }
  }
}

/** The start of a body. The rest is neither awaited nor stored. */
async function readStart({ body }: Answer): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < keptCharacters) {
    const { done, value } = await reader.read()
    if (done) return (text + decoder.decode()).slice(0, keptCharacters)
    text += decoder.decode(value, { stream: true })
  }
  reader.cancel().catch(() => undefined)
  return text.slice(0, keptCharacters)
}
