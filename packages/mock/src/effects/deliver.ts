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

/** Delivers by the machine's `fetch`, whichever stands there at the time. Ten seconds without an answer are a failure. */
export function createFetchDeliver(timeoutMs = 10_000): Deliver {
  return async ({ url, headers, body }) => {
    try {
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      return { status: response.status, body: (await response.text()).slice(0, 10_000) }
    } catch (error) {
      return { error: error instanceof Error && error.name === 'TimeoutError' ? 'The receiver did not answer in time.' : 'The receiver could not be reached.' }
    }
  }
}
