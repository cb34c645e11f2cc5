import { createClient } from '@hey-api/client-fetch'
import type { Outcome, Subject } from '../subject.ts'

const security = [{ type: 'http', scheme: 'bearer' }] as const

/** With its `auth` function for tokens. It has no time limits or retries. */
export const heyApi: Subject = {
  name: '@hey-api/client-fetch',
  open({ baseUrl, token }) {
    const client = createClient({ baseUrl, auth: () => token() })
    const toOutcome = ({ data, error, response }: { data?: unknown; error?: unknown; response: Response }): Outcome =>
      error ? { error, status: response.status } : { data }
    return {
      get: async (environmentId, { signal } = {}) =>
        toOutcome(
          await client.get({
            url: '/api/v0/environments/{environmentId}/gates/1',
            path: { environmentId },
            security,
            signal: signal ?? null,
          }),
        ),
      create: async (environmentId, body, { signal, idempotencyKey } = {}) =>
        toOutcome(
          await client.post({
            url: '/api/v0/environments/{environmentId}/gates',
            path: { environmentId },
            body,
            security,
            signal: signal ?? null,
            headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
          }),
        ),
    }
  },
}
