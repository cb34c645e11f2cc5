import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SeenRequest {
  method: string
  /** Path and query as they came over the wire. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export interface ServedReply {
  status?: number
  headers?: Record<string, string>
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
}

export type Answer = ServedReply | ((response: ServerResponse) => void)

/** A real HTTP server on loopback for one test; it remembers what it was asked. */
export async function serve(
  answer: (request: SeenRequest) => Answer | Promise<Answer>,
): Promise<{ baseUrl: string; requests: SeenRequest[] }> {
  const requests: SeenRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(request)
    const reply = await answer(request)
    if (typeof reply === 'function') return reply(response)
    const { status = 200, headers = {}, body } = reply
    const type = body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }
    response.writeHead(status, { 'x-request-id': 'request-1', ...type, ...headers })
    // Of `undefined` this makes no text.
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

/** The URL of a port of loopback that nobody listens to. */
export async function closedUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** Returns the reason of a rejection; fails the test when there is none. */
export async function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('The promise was expected to reject.')
}

export const environmentId = '01900000-0000-7000-8000-000000000001'
export const gateId = '01900000-0000-7000-8000-000000000002'
