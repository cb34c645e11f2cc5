import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { type NamesFile, readDeploymentNames } from '@latchkey/names'
import { createSpelledFetch } from '@latchkey/names/fetch'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ComparisonReport } from '../../src/comparison/comparisonReport.ts'
import { type Comparison, createComparison } from '../../src/comparison/createComparison.ts'
import { readIgnored } from '../../src/comparison/ignored.ts'
import { readExchange } from '../../src/comparison/readExchange.ts'
import type { MockSnapshot } from '../../src/control/objects/stateControl.ts'
import { type Proxy, startProxy } from '../../src/hosts/proxy.ts'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { mockOptions } from '../hosts/harness.ts'
import type { SentRequest } from '../hosts/operationRequest.ts'
import { createFullWorld, type FullWorld, fullWorldOptions } from '../people/fullWorld.ts'
import { type Answer, spellAnswer } from './spelledAnswer.ts'

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
  /** The same for a function that has the names of the deployment. */
  answerAsIs(front: Front): void
}

/**
 * A mock that is a deployment, with a record for every parameter of a URL, behind a proxy that compares it.
 *
 * @param file - The names that the deployment has. Those who use this have the names of the document, whatever it has.
 */
export function createComparedTarget(file?: NamesFile): ComparedTarget {
  const names = file && readDeploymentNames(file)
  const startComparison = () =>
    createComparison(readIgnored([]), (path) => path.startsWith('/api/') || names?.isInterfacePath(path) === true)
  const fetchSpelled = names ? createSpelledFetch(names, fetch) : fetch
  let mock: Mock
  let server: Server
  let proxy: Proxy
  let world: FullWorld
  let beginning: MockSnapshot
  let comparison: Comparison
  let front: Front = () => undefined
  let spelledFront: Front = () => undefined

  const restore = () => {
    mock.reset()
    mock.restore(beginning)
    front = () => undefined
    spelledFront = () => undefined
  }

  beforeAll(async () => {
    // It is to break the document, which a strict mock refuses to do.
    mock = createMock({ ...mockOptions, ...fullWorldOptions, strict: false, onError: () => undefined })
    world = await createFullWorld(mock)
    await mock.clock.advance({ minutes: 1 })
    beginning = mock.snapshot()
    const answer = (request: Request) => front(request) ?? mock.fetch(request)
    const answerSpelled = names ? spellAnswer(names, answer) : answer
    server = await serveTarget((request) => spelledFront(request) ?? answerSpelled(request), mock.baseUrl)
    comparison = await startComparison()
    const target = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    proxy = await startProxy(
      { target, port: 0, timeoutMs: 20_000 },
      {
        observe: (exchange) => comparison.observe(names ? readExchange(names, exchange) : exchange),
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
      const { href } = new URL(url, proxy.url)
      const response = await fetchSpelled(href, { method, headers, body: body ?? null, redirect: 'manual' })
      return { status: response.status, text: await response.text() }
    },
    async report() {
      const { report } = comparison
      comparison = await startComparison()
      return report()
    },
    restore,
    answerBy(answer) {
      front = answer
    },
    answerAsIs(answer) {
      spelledFront = answer
    },
  }
}

/** Serves a function of requests, whose URLs are below a base URL. */
function serveTarget(answer: Answer, baseUrl: string): Promise<Server> {
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
