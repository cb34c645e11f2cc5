import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { createMock } from '../../src/mock/createMock.ts'

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
/** Answers each call with a text that is written by hand. */
const text =
  (reply: (id: number) => string): RequestListener =>
  async (request, response) => {
    const calls = JSON.parse(await readText(request)) as { readonly id: number } | { readonly id: number }[]
    response.end(Array.isArray(calls) ? `[${calls.map(({ id }) => reply(id))}]` : reply(calls.id))
  }
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
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
  vi.restoreAllMocks()
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

describe('the bundler of a node', () => {
  it('says that the node answers with something else than nodes do, and passes its refusals on', async () => {
    await attach()
    const ask = async () => {
      const operation = { sender: `0x${'ad'.repeat(20)}`, nonce: '0x0', callData: '0x', signature: '0x' }
      const params = [operation, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108']
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendUserOperation', params })
      const reply = await host.mock.fetch(host.mock.chain.rpcUrl(networkId), { method: 'POST', body })
      return (await reply.json()) as unknown
    }
    const lacking = { error: { code: -32_601, message: 'Method not found' } }
    answer = json((method) => (method === 'eth_sendUserOperation' ? lacking : { result: 7 }))
    const lie =
      'The node of chain 1 has answered the questions of eth_sendUserOperation with something else than nodes do.'
    expect(await ask()).toMatchObject({ error: { code: -32_603, message: lie } })
    const limited = { error: { code: -32_005, message: 'too many requests' } }
    answer = json((method) => (method === 'eth_sendUserOperation' ? lacking : limited))
    expect(await ask()).toMatchObject(limited)
    answer = json(() => limited)
    expect(await ask()).toMatchObject(limited)
  })
})

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
  ])('refuses %s, and the chain stays simulated', async (_, listener, sentence) => {
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
    [
      'says that a balance has 65 digits',
      json(() => ({ result: `0x1${'0'.repeat(64)}` })),
      'eth_getBalance with something',
    ],
    [
      'says that a contract returns what is no hex',
      json((method) => ({ result: { eth_getLogs: [], eth_call: 'moon' }[method] ?? '0x1' })),
      'eth_call with something',
    ],
    ['redirects', (_, response) => response.writeHead(307, { location: url }).end(), 'redirects are not followed.'],
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
    [
      'nests its reply 100,000 levels deep',
      text((id) => `{"jsonrpc":"2.0","id":${id},"result":${nested(100_000)}}`),
      'has answered with JSON that is nested deeper than 2500 levels.',
    ],
    [
      'nests the data of an error',
      text((id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":3,"message":"no","data":${nested(100_000)}}}`),
      'has answered with JSON that is nested deeper than 2500 levels.',
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

  it('is answered with 503 and a sentence when the node is slow', async () => {
    await attach()
    const { token } = await signIn()
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50))
    answer = () => undefined
    const refusal = await refuseBalances(token)
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(JSON.stringify(refusal.body)).toContain('has not answered within 10 seconds.')
  })
})

describe('the JSON-RPC of a real node', () => {
  const post = async (body: string) => {
    const reply = await host.mock.fetch(host.mock.chain.rpcUrl(networkId), { method: 'POST', body })
    return [reply.status, await reply.text()]
  }
  const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"debug_traceCall","params":${params}}`

  it('passes on what is nested 2,500 levels deep, and says so of what is deeper', async () => {
    await attach()
    for (const levels of [2_499, 2_500]) {
      answer = text((id) => `{"jsonrpc":"2.0","id":${id},"result":${nested(levels)}}`)
      const error = `The node of chain 1 (${url}) has answered with JSON that is nested deeper than 2500 levels.`
      const expected =
        levels < 2_500
          ? { id: 1, result: JSON.parse(nested(levels)) }
          : { id: 1, error: { code: -32_603, message: error } }
      const [status, body] = await post(call('[]'))
      expect([status, JSON.stringify(JSON.parse(String(body)))]).toEqual([
        200,
        JSON.stringify({ jsonrpc: '2.0', ...expected }),
      ])
    }
  })

  it('refuses a call that is nested too deeply, in the words of JSON-RPC', async () => {
    await attach()
    const message = 'The body is nested too deeply: it may have 2500 levels.'
    for (const body of [call(nested(100_000)), nested(100_000)]) {
      const [status, reply] = await post(body)
      expect([status, JSON.parse(String(reply))]).toEqual([
        200,
        { jsonrpc: '2.0', id: null, error: { code: -32_700, message } },
      ])
    }
  })
})

describe('the history on a node that lies', () => {
  const block = { number: '0x1', hash: '0x01', timestamp: '0x1', transactions: [] }
  const sent = { hash: '0x02', from: `0x${'ad'.repeat(20)}`, to: null, value: '0x0' }
  const historyOf = (token: string) =>
    host.refuse('walletTransactions.list', {
      token,
      params: { chainName: 'EVM', address: `0x${'ad'.repeat(20)}` },
      query: { networkId },
    })
  it.each<[string, unknown, unknown]>([
    ['a block that is a number', 5, []],
    ['a block without transactions', { ...block, transactions: undefined }, []],
    ['a time that is none', { ...block, timestamp: 'soon', transactions: [sent] }, []],
    ['a transaction without a hash', { ...block, transactions: [{ ...sent, hash: 7 }] }, []],
    ['a value that is no number', { ...block, transactions: [{ ...sent, value: 'much' }] }, []],
    ['receipts that are numbers', { ...block, transactions: [sent] }, [null, 5]],
  ])('is refused with 503 and a sentence for %s', async (_, blockReply, receipts) => {
    await attach()
    answer = json((method) => ({
      result: { eth_blockNumber: '0x0', eth_getBlockByNumber: blockReply }[method] ?? receipts,
    }))
    const { token } = await signIn()
    const refusal = await historyOf(token)
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(JSON.stringify(refusal.body)).toContain('has answered a question with something else than nodes do.')
  })
})

describe('a node that is down', () => {
  it('is reported without the credentials and the path of its URL, wherever it shows', async () => {
    const reported: unknown[] = []
    const mock = createMock({ onError: (cause) => reported.push(cause) })
    await mock.chain.attach(networkId, `${url.replace('//', '//ada:secret@')}/v3/key?token=hidden`)
    const user = await mock.create.user({ email: 'ada@example.com' })
    await mock.create.wallet(user.id, { publicWalletAddress: `0x${'ad'.repeat(20)}` })
    const rule = { type: 'token', chain: 'EVM', address: { networkId, contractAddress: `0x${'ab'.repeat(20)}` } }
    await mock.create.gate({ outcome: 'scope', scope: 'member', rules: [rule as never] })
    answer = (request) => request.socket.destroy()
    const failure = await mock.signIn(user).catch((error: unknown) => error)
    expect(String(failure)).toContain(`The node of chain 1 (${url}) cannot be reached.`)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
    const reply = await mock.fetch(mock.chain.rpcUrl(networkId), { method: 'POST', body })
    const shown = inspect(
      [failure, await reply.text(), mock.journal.list(), mock.chain.attached(), mock.export(), reported],
      {
        depth: 20,
        maxStringLength: Number.POSITIVE_INFINITY,
        maxArrayLength: Number.POSITIVE_INFINITY,
        showHidden: true,
      },
    )
    expect(shown).not.toMatch(/secret@|v3\/key|hidden|Basic /)
    expect(shown).not.toContain(btoa('ada:secret'))
  })
})
