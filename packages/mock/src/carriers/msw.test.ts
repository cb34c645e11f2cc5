import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mswHandlers } from './msw.ts'

const page = 'https://app.example.com'

type Service = Parameters<typeof mswHandlers>[0]

/** The handler of msw for a service, as msw calls it. */
function answerOf(baseUrl: string, serve: Service['serve']) {
  const service: Service = { baseUrl, clock: { now: () => 0 }, serve, fetchControl: async () => Response.error() }
  const [answer] = mswHandlers(service, { http: { all: (_, resolver) => resolver }, HttpResponse: Response })
  return (init: RequestInit) => answer({ request: new Request(`${baseUrl}/api/v0/health`, init) })
}

beforeEach(() => vi.stubGlobal('document', { location: { origin: page } }))
afterEach(() => vi.unstubAllGlobals())

describe('a request of a page, of which a service worker sees no Origin', () => {
  it.each([
    ['GET', 'https://api.example.com', page],
    ['POST', 'https://api.example.com', page],
    ['GET', page, null],
    ['HEAD', page, null],
    ['POST', page, page],
    ['DELETE', page, page],
  ])('has the one that a browser adds: %s to %s', async (method, baseUrl, expected) => {
    let seen: string | null = ''
    const answer = answerOf(baseUrl, async ({ headers }) => {
      seen = headers.get('origin')
      return { status: 204, headers: {}, text: null }
    })
    await answer({ method })
    expect(seen).toBe(expected)
  })
})

it('keeps every cookie of a reply, and sends them with the next request that has credentials', async () => {
  const seen: (string | null)[] = []
  const answer = answerOf('https://api.example.com', async ({ headers }) => {
    seen.push(headers.get('cookie'))
    return { status: 204, headers: {}, text: null, cookies: ['first=1; Path=/', 'second=2; Path=/; HttpOnly'] }
  })
  await answer({ credentials: 'include' })
  await answer({ credentials: 'include' })
  await answer({ credentials: 'omit' })
  expect(seen).toEqual([null, 'first=1; second=2', null])
})
