import type dns from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGuardedDeliver } from './guardedDeliver.ts'

let receiver: Server
let port: number
let connections: number
let looked: string[]

beforeEach(async () => {
  connections = 0
  looked = []
  receiver = createServer((_, response) => response.writeHead(200).end('Thanks'))
  receiver.on('connection', () => connections++)
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  port = (receiver.address() as AddressInfo).port
})
afterEach(() => {
  receiver.closeAllConnections()
  receiver.close()
})

/** A name server that gives these answers in turn, for any name. */
function answering(...answers: readonly string[][]): typeof dns.lookup {
  let next = 0
  const lookup = (name: string, _: unknown, callback: (error: null, addresses: dns.LookupAddress[]) => void) => {
    looked.push(name)
    const addresses = answers[Math.min(next++, answers.length - 1)] ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return lookup as typeof dns.lookup
}

const deliver = (url: string, lookup: typeof dns.lookup, refused: string[] = ['10.0.0.1']) =>
  createGuardedDeliver({ timeoutMs: 5_000, mayConnect: (_, address) => !refused.includes(address), lookup })({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

const thanks = { status: 200, body: 'Thanks' }
const refusal = { error: 'Webhooks may not be sent to the address of the receiver.' }

describe('createGuardedDeliver', () => {
  it('delivers to the address of a name', async () => {
    expect(await deliver(`http://hooks.test:${port}/`, answering(['127.0.0.1']))).toEqual(thanks)
    expect(looked).toEqual(['hooks.test'])
  })

  it.each(['http', 'https'])('does not connect to a refused address, by %s', async (scheme) => {
    expect(await deliver(`${scheme}://hooks.test:${port}/`, answering(['127.0.0.1']), ['127.0.0.1'])).toEqual(refusal)
    expect([looked, connections]).toEqual([['hooks.test'], 0])
  })

  it('does not connect to any of several addresses when one of them is refused', async () => {
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
    ])
      expect(await deliver(`http://hooks.test:${port}/`, answering(addresses))).toEqual(refusal)
    expect(connections).toBe(0)
  })

  it('connects to the checked address, and resolves the name once', async () => {
    expect(await deliver(`http://hooks.test:${port}/`, answering(['127.0.0.1'], ['10.0.0.1']))).toEqual(thanks)
    expect([looked, connections]).toEqual([['hooks.test'], 1])
  })

  it('checks the address again for each delivery', async () => {
    const rebinding = answering(['127.0.0.1'], ['10.0.0.1'])
    expect(await deliver(`http://hooks.test:${port}/`, rebinding)).toEqual(thanks)
    expect(await deliver(`http://hooks.test:${port}/`, rebinding)).toEqual(refusal)
    expect(connections).toBe(1)
  })

  it('checks an address in the URL, which needs no name server', async () => {
    expect(await deliver(`http://127.0.0.1:${port}/`, answering([]))).toEqual(thanks)
    expect(await deliver(`http://127.0.0.1:${port}/`, answering([]), ['127.0.0.1'])).toEqual(refusal)
    expect(await deliver(`http://[::ffff:127.0.0.1]:${port}/`, answering([]), ['::ffff:7f00:1'])).toEqual(refusal)
    expect([looked, connections]).toEqual([[], 1])
  })

  it('reports a name without an address', async () => {
    const nowhere = ((_: string, __: unknown, callback: (error: Error) => void) =>
      callback(new Error('ENOTFOUND'))) as unknown as typeof dns.lookup
    expect(await deliver(`http://hooks.test:${port}/`, nowhere)).toEqual({
      error: 'The receiver could not be reached.',
    })
  })

  it('fails by https with a receiver that has no TLS', async () => {
    expect(await deliver(`https://hooks.test:${port}/`, answering(['127.0.0.1']))).toEqual({
      error: 'The receiver could not be reached.',
    })
    expect(connections).toBe(1)
  })
})
