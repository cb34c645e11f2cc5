import type { paths } from '@latchkey/types'
import createClient from 'openapi-fetch'
import type { Outcome, Subject } from '../subject.ts'

const gateId = '01900000-0000-7000-8000-000000000002'

/** With the middleware for tokens of its documentation. It has no time limits or retries. */
export const openapiFetch: Subject = {
  name: 'openapi-fetch',
  open({ baseUrl, token }) {
    const client = createClient<paths>({ baseUrl })
    let accessToken: string | undefined
    client.use({
      async onRequest({ request }) {
        accessToken ??= await token()
        request.headers.set('authorization', `Bearer ${accessToken}`)
        return request
      },
    })
    const toOutcome = ({ data, error, response }: { data?: unknown; error?: unknown; response: Response }): Outcome =>
      error ? { error, status: response.status } : { data }
    return {
      get: async (environmentId, { signal } = {}) =>
        toOutcome(
          await client.GET('/api/v0/environments/{environmentId}/gates/{gateId}', {
            params: { path: { environmentId, gateId } },
            signal: signal ?? null,
          }),
        ),
      create: async (environmentId, { name }, { signal, idempotencyKey } = {}) =>
        toOutcome(
          await client.POST('/api/v0/environments/{environmentId}/gates', {
            params: { path: { environmentId } },
            body: { name, outcome: 'block', rules: [] },
            signal: signal ?? null,
            ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
          }),
        ),
    }
  },
}
