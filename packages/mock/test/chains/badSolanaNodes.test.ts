import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { toBase64 } from '@latchkey/base/bytes'
import { transactionOf, transferSol } from '@latchkey/chains/test/solanaWallet'
import { address, getTransactionEncoder } from '@solana/kit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'

const host = createHost()
const ada = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const local = 'LiteSVM111111111111111111111111111111111111'
let server: Server
let url = ''
let answer: RequestListener

interface Call {
  readonly id: number
  readonly method: string
}

/** A node that answers each call with the result that a function gives. */
const json =
  (reply: (method: string) => object): RequestListener =>
  async (request, response) => {
    const body = JSON.parse(await text(request)) as Call | Call[]
    const answerOne = ({ id, method }: Call) => ({ jsonrpc: '2.0', id, ...reply(method) })
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answerOne) : answerOne(body)))
  }

const inContext = (value: unknown) => ({ result: { context: { slot: 1 }, value } })
const healthy = json((method) => {
  if (method === 'getGenesisHash') return { result: local }
  return inContext(method === 'getBalance' ? 5 : [])
})

beforeEach(async () => {
  answer = healthy
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

const attach = (where = url) => host.mock.chain.attach('devnet', where)

describe('chain.attach of a cluster', () => {
  it.each<[string, RequestListener, string]>([
    [
      'the main network as devnet',
      json(() => ({ result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' })),
      'has the cluster mainnet, by its genesis hash. Attach it as that.',
    ],
    [
      'a node of an EVM chain',
      json(() => ({ error: { code: -32_601, message: 'none' } })),
      'there is no node of Solana at',
    ],
    ['a hash that is none', json(() => ({ result: 7 })), 'there is no node of Solana at'],
    ['HTML', (_, response) => response.end('<html>'), 'has answered with something that is not JSON.'],
  ])('refuses %s, and the cluster stays simulated', async (_, listener, sentence) => {
    answer = listener
    await expect(attach()).rejects.toThrow(sentence)
    expect(host.mock.chain.attached()).toEqual([])
    await host.mock.chain.fund(ada, { sol: '1' }, 103)
    expect(host.mock.chain.balance(ada, { networkId: 103 })).toBe('1')
  })

  it('refuses a node that is down, and a cluster that the service does not have', async () => {
    await expect(attach('http://127.0.0.1:1')).rejects.toThrow(
      'The node of solana devnet (http://127.0.0.1:1) cannot be reached.',
    )
    await expect(host.mock.chain.attach('moonnet', url)).rejects.toThrow('there is no cluster "moonnet" of Solana')
  })
})

describe('a request whose cluster fails', () => {
  const signIn = async () => {
    const wallet = {
      chain: 'SOL',
      walletName: 'phantom',
      walletProvider: 'browserExtension',
      publicWalletAddress: ada,
    } as const
    return (await host.mock.signIn(await host.mock.create.user({ email: 'ada@example.com', wallets: [wallet] }))).token
  }
  const balancesOf = (token: string) => ({
    token,
    params: { chainName: 'SOL' },
    query: { accountAddress: ada, networkId: 103, includeNative: true },
  })

  it.each<[string, RequestListener, string]>([
    ['answers HTML', (_, response) => response.end('<html>'), 'has answered with something that is not JSON.'],
    ['breaks off', (request) => request.socket.destroy(), 'cannot be reached.'],
    ['refuses', json(() => ({ error: { code: -32_005, message: 'Node is behind' } })), 'has refused get'],
    ['lies', json(() => ({ result: { moon: 'cheese' } })), 'with something else than nodes do.'],
    ['gives a balance that is no number', json(() => inContext('much')), 'with something else than nodes do.'],
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
    const token = await signIn()
    const before = host.mock.export().tables
    const refusal = await host.refuse('balances.getByAccount', balancesOf(token))
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(JSON.stringify(refusal.body)).toContain(sentence)
    expect(host.mock.export().tables).toEqual(before)
    answer = healthy
    const { body } = await host.call('balances.getByAccount', balancesOf(token))
    expect(body).toMatchObject([{ symbol: 'SOL', rawBalance: 5 }])
  })

  it('is answered with 503 and a sentence when the node is slow', async () => {
    await attach()
    const token = await signIn()
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50))
    answer = () => undefined
    const refusal = await host.refuse('balances.getByAccount', balancesOf(token))
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(JSON.stringify(refusal.body)).toContain('has not answered within 10 seconds.')
  })

  it('is sponsored by no node whose airdrop gives nothing, and nothing is signed', async () => {
    const { blockhash } = { blockhash: '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' }
    const payer = address(ada)
    const transaction = transactionOf({ instructions: [transferSol(ada, ada, 1n)], blockhash, feePayer: payer })
    const wire = toBase64(Uint8Array.from(getTransactionEncoder().encode(transaction)))
    await host.mock.settings.patch({ sdk: { embeddedWallets: { svmGasSponsorshipEnabled: true } } })
    await attach()
    answer = json((method) =>
      method === 'requestAirdrop'
        ? { error: { code: -32_603, message: 'Rate limited' } }
        : inContext(method === 'getBalance' ? 5 : true),
    )
    const refusal = await host.refuse('solana.sponsor', { body: { transaction: wire } })
    expect(refusal).toMatchObject({ status: 503, code: 'internal_server_error' })
    expect(JSON.stringify(refusal.body)).toContain('its airdrop gives nothing (Rate limited).')
  })

  it.each<[string, RequestListener, string]>([
    [
      'gives nothing',
      json((method) => (method === 'requestAirdrop' ? { error: { code: -32_603, message: 'Rate limited' } } : {})),
      'its airdrop gives nothing (Rate limited).',
    ],
    [
      'fails in a block',
      json((method) =>
        method === 'requestAirdrop'
          ? { result: 'signature' }
          : inContext([{ err: 'AccountNotFound', confirmationStatus: 'finalized' }]),
      ),
      'its airdrop has failed.',
    ],
  ])('is not funded by an airdrop that %s', async (_, listener, sentence) => {
    await attach()
    answer = listener
    await expect(host.mock.chain.fund(ada, { sol: '1' }, 103)).rejects.toThrow(sentence)
  })
})
