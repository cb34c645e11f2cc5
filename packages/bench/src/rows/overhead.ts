import { bearer, createTransport } from '@latchkey/client'
import { gates } from '@latchkey/client/operations'
import type { paths } from '@latchkey/types'
import createFetchClient from 'openapi-fetch'
import { medians } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

const baseUrl = 'https://api.latchkey.test'
const ids = { environmentId: '019bc0fd-89c0-7002-b4b8-000000000001', gateId: '019bc0fd-89c0-7002-b4b8-000000000002' }
const body = JSON.stringify({ id: ids.gateId, name: 'Holders' })
const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
/** Answers at once, so that only the client's own time is measured. */
const answer = async () => new Response(body, { headers })

/**
 * The time of a client's call with credential, retries and time limits over an immediate fetch. The peer has none of
 * these.
 */
export async function overhead(): Promise<Row[]> {
  const api = createTransport({ baseUrl, auth: bearer('a-token'), fetch: answer })
  const peer = createFetchClient<paths>({ baseUrl, headers: { authorization: 'Bearer a-token' }, fetch: answer })
  const times = await medians({
    raw: async () => (await answer()).json(),
    operation: async () => gates.get(api, ids),
    peer: async () => peer.GET('/api/v0/environments/{environmentId}/gates/{gateId}', { params: { path: ids } }),
  })
  return [
    ratio({
      what: 'client: a call over its fetch, with credential, retries and time limits',
      ours: times.operation - times.raw,
      peer: times.peer - times.raw,
      name: 'openapi-fetch without these',
      limit: 1.6,
    }),
  ]
}
