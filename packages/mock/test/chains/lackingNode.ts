import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  readonly id: number
  readonly method: string
}

/** A node that passes calls on to another one. */
export interface LackingNode {
  readonly url: string
  /** The methods that it was asked for, in order. */
  readonly asked: readonly string[]
  stop(): void
}

/**
 * Starts a node that lacks methods of another one, or answers them by itself.
 *
 * @param own - The results of methods by their names; `undefined` for one that it lacks.
 */
export async function startLacking(url: string, own: Readonly<Record<string, unknown>>): Promise<LackingNode> {
  const asked: string[] = []
  const answer = async (call: Call): Promise<object> => {
    asked.push(call.method)
    const reply = { jsonrpc: '2.0', id: call.id }
    if (!Object.hasOwn(own, call.method)) {
      const headers = { 'content-type': 'application/json' }
      return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) })).json()) as object
    }
    const result = own[call.method]
    return result === undefined
      ? { ...reply, error: { code: -32_601, message: 'Method not found' } }
      : { ...reply, result }
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    const body = JSON.parse(text) as Call | Call[]
    response.end(JSON.stringify(await (Array.isArray(body) ? Promise.all(body.map(answer)) : answer(body))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
