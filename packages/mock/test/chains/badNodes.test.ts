import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const networkId = 1
let node: Server
let url: string
let answer: RequestListener

const json =
  (result: (method: string) => object): RequestListener =>
  (request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const calls = [JSON.parse(text)].flat() as { id: number; method: string }[]
      const replies = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, ...result(method) }))
      response.end(JSON.stringify(text.startsWith('[') ? replies : replies[0]))
    })
  }
const healthyReplies: Readonly<Record<string, unknown>> = { eth_chainId: '0x1', eth_getBalance: '0x5', eth_call: '0x' }
const healthy = json((method) =>
  method in healthyReplies
    ? { result: healthyReplies[method] }
    : { error: { code: -32_005, message: 'range too large' } },
)

beforeEach(async () => {
  answer = healthy
  node = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterEach(() => {
  node.closeAllConnections()
  node.close()
})

const attach = (to = url) => host.mock.chain.attach(networkId, to)
const signIn = async () => host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com' }))
const balancesOf = (token: string) => ({
  token,
  params: { chainName: 'EVM' },
  query: { accountAddress: `0x${'ad'.repeat(20)}`, networkId, includeNative: true },
})
const refuseBalances = (token: string) => host.refuse('balances.getByAccount', balancesOf(token))

describe('chain.attach', () => {
  it.each<[string, RequestListener, string]>([
    [
      'another chain',
      json(() => ({ result: '0x7a69' })),
      'has chain 31337. Attach it as that, or start it with this chain id.',
    ],
    ['no node', json(() => ({ error: { code: -32_601, message: 'none' } })), 'there is no node of an EVM chain at'],
    ['HTML', (_, response) => response.end('<html>'), 'has answered with something that is not JSON.'],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'redirects are not followed',
    ],
  ])('refuses %s, and the chain stays pretended', async (_, listener, sentence) => {
    answer = listener
    await expect(attach()).rejects.toThrow(sentence)
    expect(host.mock.chain.attached()).toEqual([])
    expect(host.mock.chain.balance(`0x${'ad'.repeat(20)}`)).toBe('0')
  })

  it('refuses a node that is down, a network that the service does not know, and what is no URL of HTTP', async () => {
    await expect(attach('http://127.0.0.1:1')).rejects.toThrow(
      'The node of chain 1 (http://127.0.0.1:1) cannot be reached.',
    )
    await expect(host.mock.chain.attach(987_654, url)).rejects.toThrow('the service does not know this network')
    for (const each of ['localhost:8545', 'ftp://127.0.0.1', ''])
      await expect(attach(each)).rejects.toThrow('write an absolute URL that begins with http:// or https://.')
  })

  it('sends credentials of the URL, and shows neither them nor the path', async () => {
    const seen: (string | undefined)[] = []
    answer = (request, response) => {
      seen.push(request.headers.authorization, request.url)
      healthy(request, response)
    }
    const part = await attach(`${url.replace('//', '//ada:secret@')}/v3/key`)
    expect(seen).toEqual([`Basic ${btoa('ada:secret')}`, '/v3/key'])
    expect(part).toEqual({ name: 'chain 1', origin: url })
    answer = (_, response) => response.end('<html>')
    const { token } = await signIn()
    expect(JSON.stringify([await refuseBalances(token), host.mock.journal.list()])).not.toMatch(/secret|v3/)
  })
})

describe('a request whose node fails', () => {
  it.each<[string, RequestListener, string]>([
    ['answers HTML', (_, response) => response.end('<html>'), 'has answered with something that is not JSON.'],
    ['breaks off', (request) => request.socket.destroy(), 'cannot be reached.'],
    ['refuses', json(() => ({ error: { code: -32_000, message: 'pruned' } })), 'has refused eth_'],
    ['lies', json(() => ({ result: { moon: 'cheese' } })), 'with something else than nodes do.'],
    ['leaves calls unanswered', (_, response) => response.end('[]'), 'has left a call unanswered.'],
    [
      'sends without end',
      (_, response) => {
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(1_000_000)));
        }
        response.on('drain', write)
        write()
      },
      'has sent a reply larger than 32 megabytes.',
    ],
  ])('is answered with 503 and a sentence when the node %s, and changes nothing', async (_, listener, sentence) => {
    await attach()
    answer = listener
    const { token } = await signIn()
    const before = host.mock.export().tables
    const refusal = await refuseBalances(token)
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(JSON.stringify(refusal.body)).toContain(sentence)
    expect(host.mock.export().tables).toEqual(before)
    answer = healthy
    const { body } = await host.call('balances.getByAccount', balancesOf(token))
    expect(body).toMatchObject([{ symbol: 'ETH', rawBalance: 5 }])
  })
})
