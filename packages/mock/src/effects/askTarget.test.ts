import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askTarget } from './askTarget.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`)
}

const options = { token: 'hunter22', timeoutMs: 20_000 }

describe('a question to a deployment', () => {
  it('has the token, and its answer has status and text', async () => {
    const url = await serve(({ method, headers }, outgoing) => {
      outgoing.statusCode = 403
      outgoing.end(`${method} ${headers.authorization}`)
    })
    expect(await askTarget(url, options)).toEqual({ status: 403, text: 'GET Bearer hunter22' })
  })

  it('follows no redirect, so that no other server gets the token', async () => {
    const received: unknown[] = []
    const elsewhere = await serve(({ headers }, outgoing) => {
      received.push(headers.authorization)
      outgoing.end()
    })
    const url = await serve((_, outgoing) => void outgoing.writeHead(302, { location: elsewhere.href }).end())
    expect((await askTarget(url, options)).status).toBe(302)
    expect(received).toEqual([])
  })

  it.each<[what: string, answer: RequestListener, sentence: string]>([
    ['says nothing', () => undefined, 'The target did not answer in time.'],
    ['stops in the middle', (_, outgoing) => void outgoing.write('half'), 'The target did not answer in time.'],
    ['closes the connection', ({ socket }) => void socket.destroy(), 'The target could not be reached.'],
    [
      'answers without end',
      (_, outgoing) => {
        const chunk = Buffer.alloc(1_048_576)
        const write = () => {
          if (!outgoing.destroyed) outgoing.write(chunk, write)
        }
        write()
      },
      'A reply of the target is larger than 32 megabytes.',
    ],
  ])('ends in a sentence without the token when the deployment %s', async (_, answer, sentence) => {
    const isLate = sentence.includes('in time')
    const asked = askTarget(await serve(answer), { ...options, timeoutMs: isLate ? 500 : 20_000 })
    await expect(asked).rejects.toThrow(new TypeError(sentence))
  })
})
