import { ConnectionError, LatchkeyError, ResponseParseError, subject } from '../shared/errors.ts'
import { limitBody } from '../shared/limitBody.ts'
import { startClock } from './clock.ts'
import { mergeHeaders } from './headers.ts'
import type { AttemptRequest, PipelineRequest, Reply } from './pipeline.ts'

/**
 * Sends a request once. The clock and the caller's signal can end it at any point, even if fetch ignores its signal.
 */
export async function attempt(request: PipelineRequest): Promise<Reply> {
  const { url, init, call, timeoutMs = 30_000, maxBytes = 2 ** 25, middleware } = request
  call.attempts++
  const clock = startClock(request, timeoutMs || Infinity)
  const connect = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw cause instanceof LatchkeyError
        ? cause
        : new ConnectionError(
            `${subject(call)} got no whole reply from ${url.split('/')[2]}: ${Object(cause).cause?.code ?? 'no connection'}.`,
            { ...call, cause },
          )
    }
  }
  const send = middleware.reduceRight<(sent: AttemptRequest) => Promise<Response>>(
    (next, layer) => async (sent) => layer(sent, next),
    async (sent) => {
      const headers = mergeHeaders(sent.init.headers)
      // Awaited, so that a stack trace includes the caller.
      const response = await connect(() => (request.fetch ?? fetch)(sent.url, { ...sent.init, headers }))
      // A mock of a test may have nothing to return.
      if (!response?.headers) throw new TypeError('"fetch" returned no Response.')
      const refuse = () => new ResponseParseError(response, `its body is larger than "maxBytes", ${maxBytes}`, call)
      return maxBytes ? limitBody(response, maxBytes, refuse) : response
    },
  )
  const response = await clock.run(
    () =>
      send({
        ...call,
        attempt: call.attempts,
        url,
        init: { ...init, headers: { ...init.headers }, signal: clock.signal },
      }),
    true,
  )
  return {
    ...call,
    response,
    url,
    read: (work) => clock.run(() => connect(work)),
    release(streams) {
      clock.release(streams)
      if (!streams) response.body?.cancel().catch(() => {})
    },
  }
}
