import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { http as http2, HttpResponse as HttpResponse2 } from 'msw2'
import { setupServer as setupServer2 } from 'msw2/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'

describe.each([
  {
    name: 'msw 2',
    listen: (mock: Mock) => setupServer2(...mock.handlers({ http: http2, HttpResponse: HttpResponse2 })),
  },
  { name: 'msw 3', listen: (mock: Mock) => setupServer(...mock.handlers({ http, HttpResponse })) },
])('a mock inside $name', ({ listen }) => {
  let mock: Mock
  let server: ReturnType<typeof listen>
  const callUsers = (path = '', init: RequestInit = {}) => {
    const { id, token } = mock.defaults.environments.sandbox
    return fetch(`${mock.baseUrl}/api/v0/environments/${id}/users${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  }
  beforeEach(() => {
    mock = createMock()
    server = listen(mock)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(() => {
    vi.useRealTimers()
    server.close()
  })

  // https://github.com/vellum-ai/vellum-assistant/pull/12252
  it('answers a URL whose percent signs encode nothing as the service does', async () => {
    for (const path of ['/50%', '/%E0%A4%A']) {
      const reply = await callUsers(path)
      expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
    }
    expect(mock.journal.list().map(({ status }) => status)).toEqual([404, 404])
  })

  // https://github.com/vitest-dev/vitest/issues/7314
  it('answers while the timers and the date of the test are faked', async () => {
    vi.useFakeTimers()
    const reply = await callUsers('', { method: 'POST', body: '{"email":"ada@example.com"}' })
    expect([reply.status, await reply.json()]).toMatchObject([201, { user: { email: 'ada@example.com' } }])
  })

  // https://github.com/mswjs/msw/issues/1664
  it('refuses a wrong path of the service as the service does, so that it is no unhandled request', async () => {
    const reply = await fetch(`${mock.baseUrl}/api/v0/enviroments`)
    expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  })

  // https://github.com/kubestellar/console/issues/11020
  it('forgets at a reset what the tests before have written, and keeps its tokens', async () => {
    expect((await callUsers('', { method: 'POST', body: '{"email":"ada@example.com"}' })).status).toBe(201)
    mock.reset()
    expect(await (await callUsers()).json()).toMatchObject({ count: 0 })
  })
})
