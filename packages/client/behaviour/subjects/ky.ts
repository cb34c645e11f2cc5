import ky from 'ky'
import type { Subject } from '../subject.ts'

/** With jitter, both time limits, retries after a time limit, and the hooks that its readme has for tokens. */
export const kyClient: Subject = {
  name: 'ky',
  open({ baseUrl, token, timeoutMs, deadlineMs }) {
    let accessToken: string | undefined
    const retry = { limit: 2, jitter: true, retryOnTimeout: true, backoffLimit: 8000, maxRetryAfter: 60_000 }
    const client = ky.create({
      prefix: baseUrl,
      timeout: timeoutMs,
      totalTimeout: deadlineMs ?? false,
      retry,
      hooks: {
        beforeRequest: [
          async ({ request }) => {
            accessToken ??= await token()
            request.headers.set('authorization', `Bearer ${accessToken}`)
          },
        ],
        afterResponse: [
          async ({ request, response, retryCount }) => {
            if (response.status !== 401 || retryCount > 0) return undefined
            accessToken = await token()
            const headers = new Headers(request.headers)
            headers.set('authorization', `Bearer ${accessToken}`)
            return ky.retry({ request: new Request(request, { headers }), code: 'TOKEN_REFRESHED' })
          },
        ],
      },
    })
    return {
      get: async (environmentId, { signal } = {}) => ({
        data: await client.get(`api/v0/environments/${environmentId}/gates/1`, { signal: signal ?? null }).json(),
      }),
      create: async (environmentId, json, { signal, idempotencyKey } = {}) => ({
        data: await client
          .post(`api/v0/environments/${environmentId}/gates`, {
            json,
            signal: signal ?? null,
            ...(idempotencyKey && {
              headers: { 'idempotency-key': idempotencyKey },
              retry: { ...retry, methods: ['post'] },
            }),
          })
          .json(),
      }),
    }
  },
}
