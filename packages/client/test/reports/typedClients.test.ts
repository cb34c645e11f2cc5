import { describe, expect, it } from 'vitest'
import { users, webhookMessages } from '../../src/generated/operations/index.ts'
import { createTransport, type TransportOptions } from '../../src/index.ts'

const environmentId = '00000000-0000-7000-8000-000000000004'

/** A client whose service answers each request in turn, the last one again and again. */
function createApi(...replies: readonly object[]) {
  const requests: Request[] = []
  const fetch: TransportOptions['fetch'] = async (input, init) => {
    requests.push(new Request(input, init))
    return Response.json(replies[Math.min(requests.length, replies.length) - 1])
  }
  return { requests, api: createTransport({ baseUrl: 'https://api.example.com', environmentId, fetch }) }
}

const user = (id: string) => ({ id })

describe('a query', () => {
  // https://github.com/orval-labs/orval/issues/3192
  it('has no parameter whose value is null, and none with the text "null"', async () => {
    const { api, requests } = createApi({ count: 0, users: [] })
    // @ts-expect-error A nullable value of the app.
    await users.list(api, { query: { limit: null, offset: 0 } })
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?offset=0'])
  })
})

describe('a list', () => {
  // https://github.com/Redocly/redocly-cli/pull/2885
  it('ends by its total when the service gives its last page again and again', async () => {
    const { api, requests } = createApi({ count: 4, users: [user('a'), user('b')] })
    expect(await users.list(api, { query: { limit: 2 } }).toArray()).toEqual([user('a'), user('b')])
    expect(requests).toHaveLength(2)
  })

  // https://github.com/modelcontextprotocol/csharp-sdk/issues/1072
  it('ends at a page whose cursor is an empty text', async () => {
    const { api, requests } = createApi(
      { cursor: 'next', data: [{ messageId: 'a' }] },
      { cursor: '', data: [{ messageId: 'b' }] },
    )
    const list = webhookMessages.list(api, { webhookId: '00000000-0000-7000-8000-00000000000a' })
    expect(await list.toArray()).toHaveLength(2)
    expect(requests).toHaveLength(2)
  })
})

describe('a call', () => {
  // https://github.com/supabase/supabase-js/issues/951
  it('is sent although nobody awaits it', async () => {
    const { api, requests } = createApi({ id: 'a' })
    void users.create(api, { body: { email: 'ada@example.com' } })
    await expect.poll(() => requests.map(({ method }) => method)).toEqual(['POST'])
  })
})
