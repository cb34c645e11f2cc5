import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { type Anvil, type AnvilClients, anvilClients, startAnvil } from './anvil.ts'
import { deploy } from './openZeppelin.ts'

const host = createHost()
const networkId = 1
let anvil: Anvil
let clients: AnvilClients
let between: Server
let rounds = 0
/** After how many requests the node forgets everything. */
let resetAfter = Number.POSITIVE_INFINITY

beforeAll(async () => {
  anvil = await startAnvil(networkId)
  clients = anvilClients(anvil.url, networkId)
  between = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      void fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        async (reply) => {
          const text = await reply.text()
          rounds += 1
          if (rounds === resetAfter) await reset()
          response.end(text)
        },
      )
    })
  })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  between.close()
  anvil.stop()
})

const reset = () => clients.test.request({ method: 'anvil_reset', params: [] as never })

/** An account that holds ether and tokens, by two transactions, on a node that forgets them after some requests. */
async function prepare(address: `0x${string}`) {
  resetAfter = Number.POSITIVE_INFINITY
  await reset()
  const gold = await deploy(clients, 'erc20', ['Gold', 'GLD', parseEther('9'), clients.wallet.account.address])
  await gold.send('transfer', address, parseEther('2'))
  await host.mock.chain.attach(networkId, `http://127.0.0.1:${(between.address() as AddressInfo).port}`)
  rounds = 0
}

const address = `0x${'ad'.repeat(20)}` as const

/** Reads something of the account while the node is reset. */
async function read(path: string, after: number) {
  const { mock } = host
  await prepare(address)
  const { token } = await mock.signIn(await mock.create.user({ email: 'ada@example.com' }))
  resetAfter = after
  const url = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/chains/EVM${path}`
  const reply = await mock.fetch(url, { headers: { authorization: `Bearer ${token}` } })
  expect(reply.status).toBe(200)
  return { body: (await reply.json()) as unknown }
}

describe('a node that is reset between two questions of a request', () => {
  it.each([1, 2, 3, 4])('gives balances of before or after when that is after %i requests', async (after) => {
    const { body } = await read(`/balances?networkId=${networkId}&accountAddress=${address}`, after)
    expect([[], ['GLD']]).toContainEqual((body as { symbol: string }[]).map(({ symbol }) => symbol))
  })

  it.each([1, 2, 3, 4])('gives a history of before or after when that is after %i requests', async (after) => {
    const { body } = await read(`/transactions/${address}?networkId=${networkId}`, after)
    const { transactions } = body as { transactions: { assetTransfers: unknown[] }[] }
    const transfers = transactions.flatMap(({ assetTransfers }) => assetTransfers)
    if (transfers.length > 0) expect(transfers).toMatchObject([{ amount: 2, metadata: { symbol: 'GLD' } }])
  })
})
