import { Agent, request } from 'node:http'

/** One connection that stays open, as those of a browser and of Node's `fetch`, and costs less than theirs. */
export function keptConnection(token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  return {
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
