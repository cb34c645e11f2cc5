import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ControlCaller } from '@latchkey/contract/controlCaller'
import { chains } from '@latchkey/crypto/chainAddresses'
import { expect } from 'vitest'

/** A mock that runs in one form of the package. */
export interface RunningForm {
  readonly url: string
  readonly control: ControlCaller
  /** The control token, if it has one. */
  readonly token?: string
}

const json = { 'content-type': 'application/json' }

async function postJson(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })
  return { status: reply.status, text: await reply.text() }
}

/** Opens a WebSocket of a chain. */
export async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'))
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`${url} opens no WebSocket`)))
  })
  return socket
}

/** Asks over a WebSocket of a chain, and waits for the answer and one notification. */
async function subscribe(url: string, method: string, cause: () => Promise<unknown>): Promise<void> {
  const socket = await openSocket(url)
  const heard: Record<string, unknown>[] = []
  const hearing = new Promise<void>((resolve) =>
    socket.addEventListener('message', ({ data }) => {
      heard.push(JSON.parse(String(data)))
      if (heard.length === 1) void cause()
      else resolve()
    }),
  )
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: method === 'eth_subscribe' ? ['newHeads'] : [] }))
  await hearing
  // On a busy machine a second notification is there before this line runs.
  expect(heard.slice(0, 2)).toMatchObject([{ id: 1, result: expect.anything() }, { params: expect.anything() }])
  const closed = once(socket, 'close')
  socket.close()
  await closed
}

/** A server that keeps what it is sent, and answers like a node of chain 1. */
async function startReceiver() {
  const received: string[] = []
  const server = createServer(async (request, response) => {
    received.push(await text(request))
    response.end('{"jsonrpc":"2.0","id":0,"result":"0x1"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, close }
}

const sandboxOf = async ({ control }: RunningForm) => (await control.call('GET defaults')).environments.sandbox

/** The features that load code late, each as somebody uses it. Every form of the package runs all of them. */
export const features: Readonly<Record<string, (form: RunningForm) => Promise<void>>> = {
  'the WebSockets of Ethereum': ({ url, control }) =>
    subscribe(`${url}/__mock/chains/evm/1`, 'eth_subscribe', () =>
      control.call('POST chain/blocks', { blocks: 1, networkId: 1 }),
    ),

  'the WebSockets of Solana': ({ url }) =>
    subscribe(`${url}/__mock/chains/solana/devnet`, 'slotSubscribe', () =>
      postJson(`${url}/__mock/chains/solana/devnet`, {
        jsonrpc: '2.0',
        id: 1,
        method: 'requestAirdrop',
        params: ['11111111111111111111111111111112', 1],
      }),
    ),

  'the page of the inspector': async ({ url }) => {
    const page = await (await fetch(`${url}/__mock/`, { headers: { accept: 'text/html' } })).text()
    const scripts = Array.from(page.matchAll(/<script[^>]* src="([^"]+)"/g), ([, path = '']) => path)
    const texts = scripts.map(async (path) => (await fetch(new URL(path, `${url}/__mock/`))).text())
    expect((await Promise.all(texts)).join()).toContain('Requests')
  },

  'the signatures of all chains': async (form) => {
    const { url, control } = form
    const { id } = await sandboxOf(form)
    const sdk = `${url}/api/v0/sdk/${id}`
    for (const chain of chains) {
      const { secret } = await control.call('POST wallets', { chain })
      const { nonce } = (await (await fetch(`${sdk}/nonce`)).json()) as { nonce: string }
      const body = await control.call('POST wallets/request', { chain, secret, input: { nonce } })
      const reply = await postJson(`${sdk}/verify`, body, { origin: 'https://app.example.com' })
      expect([chain, reply.status, reply.text]).toEqual([chain, 200, expect.stringContaining('"jwt"')])
    }
  },

  'the ceremonies of embedded wallets': async ({ control }) => {
    await control.call('POST create/provider', { provider: 'dynamic' })
    const { id: userId } = await control.call('POST create/user', { email: 'device@example.com' })
    for (const chain of ['EVM', 'SVM'] as const) {
      const { deviceId } = await control.call('POST wallets/embedded', { userId, chain })
      const { signature } = await control.call('POST wallets/embedded/signMessage', { deviceId, text: 'Hello' })
      expect(signature).toEqual(expect.stringMatching(/\S{60,}/))
    }
  },

  'contracts whose bytecode runs': async ({ url, control, token }) => {
    const { address: from } = await control.call('POST wallets', { chain: 'EVM' })
    await control.call('POST chain/funds', { address: from, funds: { ether: '1' }, networkId: 1 })
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const ask = async (method: string, ...params: unknown[]) => {
      const { text } = await postJson(`${url}/__mock/chains/evm/1`, { jsonrpc: '2.0', id: 1, method, params }, headers)
      return (JSON.parse(text) as { result: unknown }).result
    }
    await ask('anvil_impersonateAccount', from)
    // It creates a contract that answers 42 to everybody.
    const hash = await ask('eth_sendTransaction', { from, data: '0x69602a60005260206000f3600052600a6016f3' })
    const { contractAddress: to } = (await ask('eth_getTransactionReceipt', hash)) as { contractAddress: string }
    expect(Number(await ask('eth_call', { to, data: '0x' }, 'latest'))).toBe(42)
  },

  'an export as a table': async (form) => {
    const { id, token } = await sandboxOf(form)
    const exportsUrl = `${form.url}/api/v0/environments/${id}/exports`
    const headers = { authorization: `Bearer ${token}` }
    const started = await postJson(exportsUrl, { model: 'users', format: 'csv' }, headers)
    expect(started).toMatchObject({ status: 201 })
    await form.control.call('POST clock/advance', { minutes: 5 })
    const download = `${exportsUrl}/${(JSON.parse(started.text) as { id: string }).id}/download`
    expect(await (await fetch(download, { headers })).text()).toContain('email')
  },
}

/** The features of a process besides: it reaches servers of its machine. */
export const featuresOfProcesses: typeof features = {
  'the tools of coding agents': async ({ url }) => {
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    const headers = { accept: 'application/json, text/event-stream' }
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    expect((await postJson(`${url}/__mock/mcp`, initialize, headers)).text).toContain('serverInfo')
  },

  'a real node in place of a chain': async ({ url, control }) => {
    const node = await startReceiver()
    await control.call('POST chain/nodes', { networkId: 1, url: node.url })
    await postJson(`${url}/__mock/chains/evm/1`, { jsonrpc: '2.0', id: 1, method: 'eth_gasPrice', params: [] })
    await control.call('POST chain/nodes/detach', { networkId: 1 })
    node.close()
    expect(node.received.join()).toContain('eth_gasPrice')
  },

  'the delivery of webhooks': async ({ control }) => {
    const receiver = await startReceiver()
    await control.call('POST create/webhook', { url: receiver.url, events: ['user.created'] })
    await control.call('POST create/user', { email: 'hooked@example.com' })
    await expect.poll(() => receiver.received.join(), { timeout: 60_000 }).toContain('hooked@example.com')
    receiver.close()
  },
}
