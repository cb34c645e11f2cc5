import OpenAI from 'openai'
import type { Subject } from '../subject.ts'

/** Its generic methods, with two retries (its default), a time limit, and a function for the key. */
export const openai: Subject = {
  name: 'openai',
  open({ baseUrl, token, timeoutMs }) {
    const client = new OpenAI({
      baseURL: `${baseUrl}/api/v0`,
      apiKey: token,
      timeout: timeoutMs,
      maxRetries: 2,
      logLevel: 'off',
    })
    return {
      get: async (environmentId, { signal } = {}) => ({
        data: await client.get(`/environments/${environmentId}/gates/1`, { signal }),
      }),
      create: async (environmentId, body, { signal, idempotencyKey } = {}) => ({
        data: await client.post(`/environments/${environmentId}/gates`, {
          body,
          signal,
          ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
        }),
      }),
    }
  },
}
