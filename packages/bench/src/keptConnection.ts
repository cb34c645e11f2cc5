import { Agent, request } from 'node:http'

/** One connection that stays open, as those of a browser and of Node's `fetch`, and costs less than theirs. */
export function keptConnection(token?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return {
    /** A call of a chain's JSON-RPC. @throws Error when the answer has no result */
    ask: (url: string, method: string, params: readonly unknown[]) =>
      new Promise<unknown>((resolve, reject) => {
        const jsonHeaders = { ...headers, 'content-type': 'application/json' }
        request(url, { agent, method: 'POST', headers: jsonHeaders }, (response) => {
          let text = ''
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => {
              const { result } = JSON.parse(text) as { result?: unknown }
              if (result === undefined) reject(new Error(`${method} was answered with ${text}.`))
              else resolve(result)
            })
        })
          .on('error', reject)
          .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      }),
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
