/** One outgoing request of the service: a webhook delivery. */
export interface DeliveryRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back; `error` instead of a status when nothing did. */
export interface DeliveryResult {
  readonly status?: number
  readonly body?: string
  readonly error?: string
}

/** How the service reaches the outside. Never throws; redirects are not followed. */
export type Deliver = (request: DeliveryRequest) => Promise<DeliveryResult>

/** How long a receiver may take for its whole answer, in milliseconds of the machine's time. */
export const answerTimeoutMs = 10_000

/** What is kept of an answer's body, in characters. */
const keptCharacters = 10_000

/** How deliveries leave, made to a mock's limits. `allowPrivate` is for addresses that are not public. */
export type CreateDeliver = (limits: { readonly timeoutMs: number; readonly allowPrivate: boolean }) => Deliver

/** The address of a receiver is not one that webhooks may be sent to. */
export class RefusedReceiver extends Error {
  constructor() {
    super('The receiver has an address that webhooks are not sent to.')
  }
}

/** What is read of an answer: by `fetch`, or by sockets. */
interface Answer extends Pick<Response, 'type' | 'status'> {
  readonly body: { getReader(): AnswerReader } | null
}

interface AnswerReader {
  read(): Promise<{ done: boolean; value?: Uint8Array }>
  cancel(): Promise<void>
}

/** Delivers by the machine's `fetch`, whichever stands there at the time. */
export function createFetchDeliver(timeoutMs = answerTimeoutMs): Deliver {
  return ({ url, headers, body }) =>
    awaitAnswer((signal) => fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }), {
      timeoutMs,
      failure: 'The receiver could not be reached.',
    })
}

/**
 * Waits for the answer of a receiver, wherever it is. Never throws.
 *
 * @param options.failure - What is told when the receiver threw, or the connection broke.
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
    // A page does not get to see more of a redirect.
    if (response.type === 'opaqueredirect') return { error: 'The receiver redirected, which is not followed.' }
    return { status: response.status, body: await readStart(response) }
  } catch (error) {
    return { error: error instanceof RefusedReceiver ? error.message : failure }
  }
}

/** The start of a body; what comes behind it is not waited for, nor held in memory. */
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
