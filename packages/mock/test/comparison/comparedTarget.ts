import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ComparisonReport } from '../../src/comparison/comparisonReport.ts'
import { type Comparison, createComparison } from '../../src/comparison/createComparison.ts'
import { readIgnored } from '../../src/comparison/ignored.ts'
import type { MockSnapshot } from '../../src/control/objects/stateControl.ts'
import { type Proxy, startProxy } from '../../src/hosts/proxy.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'
import type { SentRequest } from '../hosts/operationRequest.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../people/fullWorld.ts'

/** Answers a request of the target in place of its mock. */
type Front = (request: Request) => Response | undefined

export interface ComparedTarget {
  readonly world: FullWorld
  readonly mock: Mock
  readonly proxyUrl: string
  /** Sends a request through the proxy, and reads the whole reply. */
  send(request: SentRequest): Promise<{ readonly status: number; readonly text: string }>
  /** The report on the requests since the last report. */
  report(): Promise<ComparisonReport>
  /** The target begins anew. */
  restore(): void
  /** Lets a function answer the next requests, until the target begins anew. */
  answerBy(front: Front): void
}

/** A mock that is a deployment, with a record for every parameter of a URL, behind a proxy that compares it. */
export function createComparedTarget(): ComparedTarget {
  let mock: Mock
  let server: Server
  let proxy: Proxy
  let world: FullWorld
  let beginning: MockSnapshot
  let comparison: Comparison
  let front: Front = () => undefined

  const restore = () => {
    mock.reset()
    mock.restore(beginning)
    front = () => undefined
  }

  beforeAll(async () => {
    // It is to break the document, which a strict mock refuses to do.
    mock = createMock({ ...mockOptions, ...fullWorldOptions, strict: false, onError: () => undefined })
    world = await createFullWorld(mock)
    await mock.clock.advance({ minutes: 1 })
    beginning = mock.snapshot()
    server = await serveTarget((request) => front(request) ?? mock.fetch(request), mock.baseUrl)
    comparison = await createComparison(readIgnored([]))
    const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    proxy = await startProxy(
      { target, port: 0, timeoutMs: 20_000 },
      {
        observe: (exchange) => comparison.observe(exchange),
        noteUnanswered: (reason) => comparison.noteUnanswered(reason),
      },
    )
  })
  afterAll(async () => {
    await proxy?.close()
    server?.closeAllConnections()
    server?.close()
  })
  beforeEach(restore)

  return {
    get world() {
      return world
    },
    get mock() {
      return mock
    },
    get proxyUrl() {
      return proxy.url
    },
    async send({ url, method, headers, body }) {
      const response = await fetch(new URL(url, proxy.url), { method, headers, body: body ?? null, redirect: 'manual' })
      return { status: response.status, text: await response.text() }
    },
    async report() {
      const { report } = comparison
      comparison = await createComparison(readIgnored([]))
      return report()
    },
    restore,
    answerBy(answer) {
      front = answer
    },
  }
}

/** Serves a function of requests, whose URLs are below a base URL. */
function serveTarget(answer: (request: Request) => Response | Promise<Response>, baseUrl: string): Promise<Server> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const request = new Request(new URL(url, baseUrl), {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
    })
    const response = await answer(request)
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
