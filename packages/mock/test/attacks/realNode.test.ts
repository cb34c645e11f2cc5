import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isForEverybody } from '@latchkey/chains/rpc/methodsForEverybody'
import createAdapter from 'crossws/adapters/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { askOverSocket } from '../support/askOverSocket.ts'

// A page must neither change a real node nor spend from the accounts whose keys it has, however it names the method.

const networkId = 31_337
/** The origin of a page, which may use the service and not control the mock. */
const page = { origin: 'http://localhost:3000' }

let node: Server
let server: MockServer
let heard: string[] = []
const nodeUrl = () => `http://127.0.0.1:${(node.address() as AddressInfo).port}`
const rpcUrl = () => server.mock.chain.rpcUrl(networkId)

beforeAll(async () => {
  const adapter = createAdapter({
    hooks: {
      message(peer, message) {
        heard.push(message.text())
        const calls = [JSON.parse(message.text()) as { id?: unknown }].flat()
        peer.send(JSON.stringify(calls.map(({ id = null }) => ({ jsonrpc: '2.0', id, result: '0x7a69' }))))
      },
    },
  })
  node = createServer(async (request, response) => {
    const body = await text(request)
    heard.push(body)
    const answers = [JSON.parse(body) as { id?: unknown }]
      .flat()
      .map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7a69' }))
    response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]))
  })
  node.on('upgrade', (request, socket, head) => void adapter.handleUpgrade(request, socket, head))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  server = await startServer({ seed: 'real node' })
  await server.mock.chain.attach(networkId, nodeUrl())
})
afterAll(async () => {
  await server.close()
  node.closeAllConnections()
  node.close()
})
beforeEach(() => {
  heard = []
})

/** Methods of Anvil, Hardhat, Geth, Erigon, Nethermind, Besu, Tenderly, Ganache and wallets that spend or change. */
const dangerous: readonly string[] = [
  'eth_sendTransaction',
  'eth_sendTransactionSync',
  'eth_signTransaction',
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendUnsignedTransaction',
  'eth_resend',
  'eth_submitWork',
  'eth_requestAccounts',
  'eth_sendBundle',
  'eth_setEtherbase',
  'eth_SendTransaction',
  'ETH_SENDTRANSACTION',
  'personal_sendTransaction',
  'personal_sign',
  'personal_unlockAccount',
  'personal_importRawKey',
  'personal_listAccounts',
  'wallet_sendTransaction',
  'wallet_sendCalls',
  'odyssey_sendTransaction',
  'account_signTransaction',
  'clef_sign',
  'anvil_setBalance',
  'ANVIL_SETBALANCE',
  'Anvil_setBalance',
  ' anvil_setBalance',
  'anvil_setBalance ',
  'anvil_mine',
  'hardhat_setBalance',
  'hardhat_impersonateAccount',
  'evm_mine',
  'evm_increaseTime',
  'evm_snapshot',
  'evm_revert',
  'ganache_setBalance',
  'tenderly_setBalance',
  'tenderly_addBalance',
  'buildbear_nativeFaucet',
  'foundry_setBalance',
  'debug_setHead',
  'debug_setGCPercent',
  'debug_traceBlockFromFile',
  'debug_standardTraceBlockToFile',
  'debug_writeBlockProfile',
  'admin_addPeer',
  'admin_exportChain',
  'admin_startHTTP',
  'miner_start',
  'miner_setEtherbase',
  'clique_propose',
  'engine_forkchoiceUpdatedV3',
  'txpool_besuClear',
  'parity_setMode',
  'shh_post',
  'les_addBalance',
  'bundler_clearState',
  'otterscan_setBalance',
  'trace_',
  'eth_',
  '',
  '__proto__',
  'constructor',
  'toString',
  'surfnet_setAccount',
]
const harmless = [
  'eth_chainId',
  'eth_call',
  'eth_getLogs',
  'eth_sendRawTransaction',
  'eth_simulateV1',
  'debug_traceCall',
]

const callOf = (method: unknown, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })

const overHttp = async (body: string, headers: Readonly<Record<string, string>>) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return (await fetch(rpcUrl(), init)).json()
}
const overSocket = (body: string, headers: Readonly<Record<string, string>>) =>
  askOverSocket(new WebSocket(rpcUrl().replace('http', 'ws'), { headers } as never), body)

describe.each([
  ['HTTP', overHttp],
  ['a WebSocket', overSocket],
])('a real node, over %s', (_, send) => {
  it('answers a page what reads, and what the page has signed', async () => {
    for (const method of harmless)
      expect(await send(JSON.stringify([callOf(method)]), page)).toMatchObject([{ id: 1, result: '0x7a69' }])
  })

  it('never hears of any other method that a page calls', async () => {
    const answers = await send(JSON.stringify(dangerous.map((method, id) => callOf(method, id))), page)
    expect(answers).toHaveLength(dangerous.length)
    for (const [id, answer] of (answers as object[]).entries())
      expect([dangerous[id], answer]).toEqual([
        dangerous[id],
        expect.objectContaining({ error: expect.objectContaining({ code: 4100 }) }),
      ])
    const named = heard.flatMap((text) => [JSON.parse(text) as { method: string }].flat()).map(({ method }) => method)
    expect(named.filter((method) => dangerous.includes(method))).toEqual([])
  })

  it('never hears of one that a page hides in a message', async () => {
    const hidden = [
      // Nodes in Go read both names, and the last one counts. Others take the first of two.
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","Method":"eth_sendTransaction","params":[]}',
      '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","method":"eth_chainId","params":[]}',
      '{"jsonrpc":"2.0","id":1,"method":["eth_sendTransaction"],"params":[]}',
      '[[{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[]}]]',
      '\uFEFF{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[]}',
      '{"jsonrpc":"2.0","id":1,"method":"eth_sendTransaction","params":[],}',
      '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}{"jsonrpc":"2.0","id":2,"method":"eth_sendTransaction"}',
      '[]',
      '"eth_sendTransaction"',
    ]
    for (const message of hidden) await send(message, page)
    expect(heard.join()).not.toMatch(/sendTransaction|Method|\[\]$/)
  })

  it('hears everything that a program of this machine calls, as it is', async () => {
    const message = JSON.stringify([callOf('anvil_setBalance'), callOf('eth_sendTransactionSync', 2)])
    expect(await send(message, {})).toMatchObject([{ result: '0x7a69' }, { result: '0x7a69' }])
    expect(heard.join()).toContain('anvil_setBalance')
    expect(heard.join()).toContain('eth_sendTransactionSync')
  })
})

describe('isForEverybody', () => {
  it('holds for no method that sends or signs in the name of a node', () => {
    for (const family of ['eip155', 'solana'])
      for (const method of dangerous) expect([method, isForEverybody(family, method)]).toEqual([method, false])
  })

  it('holds on clusters of Solana for what reads, for signed transactions and for the faucet', () => {
    for (const method of ['getSlot', 'sendTransaction', 'requestAirdrop', 'logsSubscribe', 'slotsUpdatesUnsubscribe'])
      expect([method, isForEverybody('solana', method)]).toEqual([method, true])
    expect(isForEverybody('eip155', 'getSlot')).toBe(false)
    expect(isForEverybody('solana', 'eth_chainId')).toBe(false)
  })
})
