import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Exchange, scenarios } from './scenarios.ts'
import type { SeenRequest } from './trial.ts'

/** The service that every client is set against, at two origins. */
export interface HostileServer {
  /** What clients are given. */
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

/**
 * Starts the server on loopback.
 *
 * What it does depends on the environment in the path: `/api/v0/environments/{scenario}.{run}/…` (or `sdk`) plays that
 * scenario, and counts its requests apart from other runs. It runs until its process ends.
 */
export async function startHostileServer(): Promise<HostileServer> {
  const runs = new Map<string, SeenRequest[]>()
  const waiting = new Set<() => void>()
  const origins: string[] = []

  const runOf = (key: string): SeenRequest[] => runs.get(key) ?? runs.set(key, []).get(key) ?? []

  const tell = async (url: URL, response: ServerResponse): Promise<void> => {
    const seen = runOf(url.searchParams.get('key') ?? '')
    const count = Number(url.searchParams.get('count'))
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
    response.writeHead(200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(seen))
  }

  const play = async (
    request: IncomingMessage,
    response: ServerResponse,
    { key, body, origin }: { key: string; body: string; origin: string },
  ): Promise<void> => {
    const seen = runOf(key)
    const { authorization, 'idempotency-key': idempotencyKey } = request.headers
    const atOther = origin !== origins[0]
    seen.push({
      atMs: Date.now(),
      method: request.method ?? '',
      authorization,
      idempotencyKey: idempotencyKey?.toString(),
      body,
      atOther,
    })
    for (const check of waiting) check()
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
    const query = new URL(request.url ?? '', origin).searchParams
    const exchange: Exchange = {
      count: seen.length,
      token,
      atOther,
      query,
      otherUrl: origins[1] ?? '',
      path: request.url ?? '',
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
    const scenario = scenarios[key.replace(/\..*/, '')]
    if (scenario) scenario(exchange)
    else exchange.reply(404, { error: `There is no scenario for "${key}".` })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const url = new URL(request.url ?? '/', origin)
    const key = /^\/api\/v0\/(?:environments|sdk)\/([^/]+)\//.exec(url.pathname)?.[1]
    if (request.method === 'OPTIONS') response.writeHead(204, cors).end()
    else if (url.pathname === '/seen') await tell(url, response)
    else if (url.pathname === '/page')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>')
    else if (key) {
      const body = Buffer.concat(chunks).toString()
      await play(request, response, { key: decodeURIComponent(key), body, origin })
    } else response.writeHead(404, cors).end()
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
