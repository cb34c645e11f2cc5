import { Agent, request } from 'node:http'

/** A request of a measurement. Its answer has to be a success. */
export interface Question {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Below the origin of the server. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/** One connection that stays open, as those of a browser and of Node's `fetch`, and costs less than theirs. */
export function keptConnection(token?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  /** Asks a server. @returns The answer's JSON. @throws Error when the answer is no success */
  const send = (origin: string, { method, path, headers: own, body }: Question) =>
    new Promise<unknown>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type = text === undefined ? {} : { 'content-type': 'application/json' }
      request(origin + path, { agent, method, headers: { ...headers, ...type, ...own } }, (response) => {
        let answer = ''
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => (answer += chunk))
          .on('end', () => {
            const { statusCode = 500 } = response
            if (statusCode >= 300) reject(new Error(`${path} was answered with ${statusCode}: ${answer}`))
            else resolve(answer === '' ? undefined : JSON.parse(answer))
          })
      })
        .on('error', reject)
        .end(text)
    })
  return {
    send,
    /** A call of a chain's JSON-RPC. @throws Error when the answer has no result */
    async ask(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
      const { origin, pathname } = new URL(url)
      const body = { jsonrpc: '2.0', id: 1, method, params }
      const answer = (await send(origin, { method: 'POST', path: pathname, body })) as { result?: unknown }
      if (answer.result === undefined) throw new Error(`${method} was answered with ${JSON.stringify(answer)}.`)
      return answer.result
    },
    /** @throws Error when the answer is no success */
    get: (url: string) =>
      new Promise<void>((resolve, reject) => {
        request(url, { agent, headers }, (response) => {
          if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}.`))
          response.resume().on('end', resolve)
        })
          .on('error', reject)
          .end()
      }),
    close: () => agent.destroy(),
  }
}
