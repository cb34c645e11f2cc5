import { createServer, type IncomingMessage, request as sendRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reply as a deployment writes it, whatever the document says. */
export interface LeakyReply {
  readonly status?: number
  readonly reason?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A deployment whose replies are those of a function. */
export async function startLeakyDeployment(answer: (request: IncomingMessage) => LeakyReply | Promise<LeakyReply>) {
  const server: Server = createServer(async (incoming, outgoing) => {
    const { status = 200, reason, headers = {}, body = '' } = await answer(incoming)
    const all = { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers }
    if (reason === undefined) outgoing.writeHead(status, all)
    else outgoing.writeHead(status, reason, all)
    outgoing.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A request as an app writes it: its path may be one that no URL library would send. */
export interface LeakyRequest {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request to a proxy, and waits until its reply has passed. */
export function sendLeaky(proxyUrl: string, { method = 'GET', path, headers = {}, body }: LeakyRequest): Promise<void> {
  const { hostname, port } = new URL(proxyUrl)
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({ hostname, port, method, path, headers }, (reply) => {
      reply.resume()
      reply.on('close', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
