import type { Msw } from './msw.ts'
import { calledService, MissedCallError } from './serviceCall.ts'

interface MissedCalls {
  /** Where the mock answers. */
  readonly baseUrl: string
  /** A sentence: how to let the app call the mock. */
  readonly remedy: string
  /** @returns The answer; `undefined` to let the request go where it is sent */
  onMissed(error: MissedCallError): Response | undefined
}

/** A handler of msw for calls of the service that are sent elsewhere than to the mock. */
export function missedCallHandler<Handler>(
  { http }: Pick<Msw<Handler>, 'http'>,
  { baseUrl, remedy, onMissed }: MissedCalls,
): Handler {
  return http.all(/\/api\/v0\//, async ({ request }) => {
    const call = calledService(new URL(request.url))
    if (call === undefined || request.url.startsWith(`${baseUrl}/`)) return undefined
    return onMissed(new MissedCallError(call, baseUrl, remedy))
  })
}
