import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Exchange, scenarios } from './scenarios.ts'
import type { SeenRequest } from './trial.ts'

/** The service that every client is set against, at two origins. */
export interface HostileServer {
  /** The base URL for clients. */
  readonly baseUrl: string
  /** Another origin of the same server: redirects lead there, and it tells what was asked. */
  readonly otherUrl: string
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': '*',
  'access-control-max-age': '600',
  // The star does not stand for `authorization`.
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': '*',
  // A connection that is used again is repeated by browsers of their own accord.
  connection: 'close',
}

/** The requests that the server has seen, by run. */
interface Runs {
  /** Notes a request, and wakes whoever waits for it. */
  note(key: string, request: SeenRequest): SeenRequest[]
  /** Waits until a run has so many requests, or for five seconds. */
  waitFor(key: string, count: number): Promise<SeenRequest[]>
}

function createRuns(): Runs {
  const runs = new Map<string, SeenRequest[]>()
  const waiting = new Set<() => void>()
  const of = (key: string): SeenRequest[] => runs.get(key) ?? runs.set(key, []).get(key) ?? []
  return {
    note(key, request) {
      const seen = of(key)
      seen.push(request)
      for (const check of waiting) check()
      return seen
    },
    async waitFor(key, count) {
      const seen = of(key)
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (seen.length >= count) finish()
        }
        const finish = (): void => {
          clearTimeout(timer)
          waiting.delete(check)
          resolve()
        }
        const timer = setTimeout(finish, 5000)
        waiting.add(check)
        check()
      })
      return seen
    },
  }
}

/** One request, and how to answer it. */
interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
  /** Whether it came to the second origin. */
  readonly atOther: boolean
}

const seenOf = ({ request, body, atOther }: Asked): SeenRequest => ({
  atMs: Date.now(),
  method: request.method ?? '',
  authorization: request.headers.authorization,
  idempotencyKey: request.headers['idempotency-key']?.toString(),
  body,
  atOther,
})

/** Returns the parts of an exchange that scenarios use. */
function exchangeOf({ request, response, atOther }: Asked, seen: SeenRequest[], otherUrl: string): Exchange {
  const path = request.url ?? ''
  return {
    count: seen.length,
    token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
    atOther,
    query: new URL(path, otherUrl).searchParams,
    otherUrl,
    path,
    seen,
    response,
    reply: (status, content = '', headers = {}) => {
      const type = typeof content === 'string' ? 'text/plain' : 'application/json'
      response.writeHead(status, { ...cors, 'x-request-id': 'request-1', 'content-type': type, ...headers })
      response.end(typeof content === 'string' ? content : JSON.stringify(content))
    },
    begin: (content) => {
      response.writeHead(200, { ...cors, 'content-type': 'application/json' })
      response.write(content)
    },
    reset: () => void request.socket.resetAndDestroy(),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/**
 * Starts the server on loopback.
 *
 * Its behaviour depends on the environment in the path: `/api/v0/environments/{scenario}.{run}/…` (or `sdk`) plays that
 * scenario, and counts its requests apart from other runs. It runs until its process ends.
 */
export async function startHostileServer(): Promise<HostileServer> {
  const runs = createRuns()
  const origins: string[] = []

  const tell = async ({ searchParams }: URL, response: ServerResponse): Promise<void> => {
    const seen = await runs.waitFor(searchParams.get('key') ?? '', Number(searchParams.get('count')))
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(seen))
  }

  const play = (key: string, asked: Asked): void => {
    const exchange = exchangeOf(asked, runs.note(key, seenOf(asked)), origins[1] ?? '')
    const scenario = scenarios[key.replace(/\..*/, '')]
    if (scenario) scenario(exchange)
    else exchange.reply(404, { error: `There is no scenario for "${key}".` })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> => {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '/', origin)
    const key = /^\/api\/v0\/(?:environments|sdk)\/([^/]+)\//.exec(url.pathname)?.[1]
    if (request.method === 'OPTIONS') response.writeHead(204, cors).end()
    else if (url.pathname === '/seen') await tell(url, response)
    else if (url.pathname === '/page')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>')
    else if (key) play(decodeURIComponent(key), { request, response, body, atOther: origin !== origins[0] })
    else response.writeHead(404, cors).end()
  }

  const listen = async (): Promise<string> => {
    let origin = ''
    const server = createServer((request, response) => {
      // A client that went away in the middle of its request is not reported.
      answer(request, response, origin).catch(() => response.destroy())
    })
    // None is closed for idleness while a thousand calls wait for their turn.
    server.keepAliveTimeout = 60_000
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    origins.push(origin)
    return origin
  }
  return { baseUrl: await listen(), otherUrl: await listen() }
}
