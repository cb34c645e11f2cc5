import { expect } from 'vitest'
import { toResponse } from '../../src/http/respond.ts'
import type { Mock } from '../../src/mock/createMock.ts'
import type { TestHost } from './harness.ts'

/** A request as it is sent through a host. */
export interface Sent {
  readonly method?: string
  /** Path and query, or a whole URL. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A reply as a caller sees it. */
export interface Shown {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  readonly body: string
}

/** Headers that a browser or Node would replace. */
const sender = { origin: 'http://localhost:3000', 'user-agent': 'hosts.test' }

/** The reply to a request without a host. */
export async function throughCore(core: Mock, { url, body = '', method = 'GET', headers }: Sent): Promise<Shown> {
  const all = new Headers(Object.entries({ ...sender, ...headers }).filter(([name]) => !(name in sender)))
  const reply = await core.serve({
    method,
    url: new URL(url, core.baseUrl).href,
    headers: { get: (name) => all.get(name) ?? ({ ...sender, ...headers } as Record<string, string>)[name] ?? null },
    // As every host decodes it.
    text: async () => new TextDecoder().decode(new TextEncoder().encode(body)),
  })
  if (!reply) throw new Error(`The mock serves nothing at ${url}.`)
  // In a page a response shows no cookies, not even to the script that made it.
  return { ...(await shown(toResponse(reply))), cookies: reply.cookies ?? [] }
}

async function shown(response: Response): Promise<Shown> {
  const { status, headers } = response
  const visible = Object.fromEntries(
    [...headers]
      .filter(([name]) => !isOfTransport(name))
      .map(([name, value]) => [name, isCounted(name) ? 'set' : value]),
  )
  return { status, headers: visible, cookies: headers.getSetCookie(), body: await response.text() }
}

/** Headers that the network adds; cookies are compared as a list. */
const isOfTransport = (name: string) =>
  ['connection', 'content-length', 'date', 'keep-alive', 'set-cookie', 'transfer-encoding', 'x-powered-by'].includes(
    name,
  )

/** Each mock counts its requests from the beginning. */
const isCounted = (name: string) => name === 'x-request-id'

/** Compares the replies through a host with those of its mock's core. */
export function createComparison(host: TestHost) {
  async function throughHost({ url, body, method = 'GET', headers }: Sent): Promise<Shown> {
    const options = { method, body: body ?? null, headers: { ...sender, ...headers }, redirect: 'manual' } as const
    return shown(await host.fetch(new URL(url, host.mock.baseUrl), options))
  }

  /** A page is shown few headers of another origin. */
  function expectSame(actual: Shown, expected: Shown) {
    if (host.name !== 'browser') return expect(actual).toEqual(expected)
    expect({ ...actual, headers: {} }).toEqual({ ...expected, headers: {} })
    expect(expected.headers).toMatchObject(actual.headers)
  }

  /** @param prepare - Changes both mocks before. @returns The reply of the core, which that of the host equals */
  async function expectHostAsCore(sent: Sent, prepare: (mock: Mock) => unknown = () => undefined): Promise<Shown> {
    const core = host.mock.fork()
    await prepare(core)
    await prepare(host.mock)
    const expected = await throughCore(core, sent)
    expectSame(await throughHost(sent), expected)
    return expected
  }

  return { throughHost, expectHostAsCore }
}
