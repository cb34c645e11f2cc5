import type { ScriptFetch } from '../../src/carriers/scriptFetch.ts'
import { startServer } from '../../src/hosts/server.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'

/** One of two equal mocks: `mock.fetch`, or the platform's `fetch` over the loopback server. */
export interface Side {
  readonly mock: Mock
  readonly fetch: ScriptFetch
  readonly origin: string
}

/** A call that both sides get. */
export type Call = (side: Side) => Promise<unknown>

interface Sides {
  readonly script: Side
  readonly platform: Side
  close(): Promise<void>
}

export async function createSides(): Promise<Sides> {
  const server = await startServer({ seed: 'fetch' }, { port: 0 })
  const mock = createMock({ seed: 'fetch', baseUrl: server.url })
  return {
    script: { mock, fetch: mock.fetch, origin: server.url },
    platform: { mock: server.mock, fetch: globalThis.fetch, origin: server.url },
    close: () => server.close(),
  }
}

/** The reply of a call, or its error. */
export async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return await call()
  } catch (error) {
    return error instanceof Error ? { thrown: error.name } : { thrown: error }
  }
}

const shownHeaders = ['content-type', 'cache-control', 'location', 'www-authenticate', 'allow']

export async function seen(response: Response): Promise<unknown> {
  const copy = response.clone()
  const { status, statusText, ok, url, type, redirected, bodyUsed } = response
  const headers = Object.fromEntries(shownHeaders.map((name) => [name, response.headers.get(name)]))
  const text = await response.text()
  return {
    status,
    statusText,
    ok,
    url,
    type,
    redirected,
    bodyUsed,
    headers,
    text,
    used: response.bodyUsed,
    copy: copy.url,
  }
}

export const health = ({ mock, origin }: Side) =>
  `${origin}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/healthcheck`
export const nonces = ({ mock, origin }: Side) => `${origin}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/nonce`
export const users = ({ mock, origin }: Side) =>
  `${origin}/api/v0/environments/${mock.defaults.environments.sandbox.id}/users`
export const creation = ({ mock }: Side, init: RequestInit = {}): RequestInit => ({
  method: 'POST',
  headers: {
    authorization: `Bearer ${mock.defaults.environments.sandbox.token}`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ email: 'ada@example.com' }),
  ...init,
})
