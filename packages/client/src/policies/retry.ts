import { ConnectionError, TimeoutError } from '../shared/errors.ts'
import { attempt } from './attempt.ts'
import { startClock } from './clock.ts'
import type { PipelineRequest, Reply } from './pipeline.ts'

/**
 * Retries calls that may be sent twice (GET, HEAD, PUT, DELETE, and calls with an idempotency key) after a failed
 * connection, a timeout, 408, 429, 500, 502, 503 and 504.
 *
 * It first waits for the reply's `retry-after` (60 s at most), then a random time up to 250 ms, 500 ms, 1 s … 8 s.
 */
export async function retry(request: PipelineRequest): Promise<Reply> {
  const {
    init: { method = 'GET', headers, signal },
    call,
    budget,
    retry: chosen = {},
  } = request
  for (;;) {
    // The caller may have aborted while the credential was requested, or during this wait.
    signal?.throwIfAborted()
    const sent = attempt(request)
    let reply: Reply | undefined
    try {
      reply = await sent
      if (!/408|429|50[0234]/.test(`${reply.response.status}`)) return reply
    } catch (error) {
      if (!(error instanceof ConnectionError || error instanceof TimeoutError)) throw error
    }
    const afterMs = readRetryAfter(reply?.response.headers.get('retry-after') ?? '')
    const waitMs = afterMs + Math.random() * Math.min(8000, 125 * 2 ** call.attempts)
    if (
      !(/^(GET|HEAD|PUT|DELETE)$/.test(method) || headers['idempotency-key']) ||
      call.attempts >= (chosen ? (chosen.maxAttempts ?? 3) : 1) ||
      budget.balance < 1 ||
      afterMs > 60_000 ||
      performance.now() + waitMs > call.endsAtMs
    )
      return await sent
    budget.balance--
    reply?.release()
    // A clock that runs out serves as the wait: it listens to the caller's signal, and cleans up.
    await startClock(request, waitMs)
      .run(() => new Promise(() => {}))
      .catch(() => {})
  }
}

/** Milliseconds from now; the header has seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(text: string): number {
  const afterMs = Number(text) * 1000 || Date.parse(text) - Date.now()
  return Math.max(0, afterMs || 0)
}
