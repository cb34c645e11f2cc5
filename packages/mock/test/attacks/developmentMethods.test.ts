import { once } from 'node:events'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { developmentNames } from '@latchkey/chains/rpc/development/developmentNode'
import { solanaDevelopmentNames } from '@latchkey/chains/rpc/development/solana/solanaDevelopment'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type MockServer, startServer } from '../../src/hosts/server.ts'
import { askOverSocket } from '../support/askOverSocket.ts'

// Whoever opens a page while the mock runs must not let the page change a chain or the clock.

const ada = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const controlToken = 'a token that only the tests have'

let server: MockServer
beforeEach(async () => {
  server = await startServer({ seed: 'strangers', now: '2026-01-15T09:30:00.000Z' })
  await server.mock.chain.fund(ada, { ether: '1' }, 1)
})
afterEach(() => server.close())

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

/** A call of each method. Most methods would take these parameters, or refuse them after the caller was let in. */
const calls = developmentNames.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [ada, '0x2'] }))
const body = JSON.stringify(calls)

const overHttp = (headers: Record<string, string>) =>
  fetch(server.mock.chain.rpcUrl(1), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

/** A WebSocket with headers that only programs can choose. */
const openSocket = (url: string, headers: Record<string, string>) => new WebSocket(url, { headers } as never)

/** Sends the calls over a WebSocket. */
const overSocket = (headers: Record<string, string>) =>
  askOverSocket(openSocket(server.mock.chain.rpcUrl(1).replace('http', 'ws'), headers), body)

const readAnswers = async (response: Response) => (await response.json()) as Answer[]
/** The error codes of all methods but one, which all nodes have, and which says to strangers what it says everywhere. */
const codesOf = (answers: readonly Answer[]) =>
  new Set(answers.filter(({ result }) => result !== 'latchkey-mock').map(({ error }) => error?.code))
/** The refusal of a caller who may not control the mock. Who may not impersonate is told that there is no such method. */
const refusals = new Set([4100, -32_601])

describe('all methods of a development node', () => {
  it.each([
    ['a page of another port', { origin: 'http://localhost:3000' }],
    ['a page of another site, by a header that images have as well', { 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null' }],
  ])('are refused over HTTP to %s, and change nothing', async (_, headers) => {
    const before = server.mock.export()
    const response = await overHttp(headers)
    if (response.status === 200) expect(codesOf(await readAnswers(response))).toEqual(refusals)
    else expect(response.status).toBe(403)
    expect(server.mock.export()).toEqual(before)
  })

  it.each([
    ['a page of another port', { origin: 'http://localhost:3000' }],
    ['a page of another site, by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
  ])('are refused over a WebSocket to %s, and change nothing', async (_, headers) => {
    const before = server.mock.export()
    expect(codesOf((await overSocket(headers)) as Answer[])).toEqual(refusals)
    expect(server.mock.export()).toEqual(before)
  })

  it('leave a page of another site without a WebSocket', async () => {
    expect(await overSocket({ origin: 'https://evil.example' })).toBe('refused')
    expect((await overHttp({ origin: 'https://evil.example' })).status).toBe(403)
  })

  it('are refused in the world of another test as well, unless a program of this machine calls', async () => {
    const url = server.mock.chain.rpcUrl(1).replace('/__mock/', '/w/one/__mock/')
    const call = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    await call({})
    expect(codesOf(await readAnswers(await call({ origin: 'http://localhost:3000' })))).toEqual(refusals)
  })

  it('are there for programs of this machine, over HTTP and over a WebSocket', async () => {
    const found = [await readAnswers(await overHttp({})), (await overSocket({})) as Answer[]]
    for (const answers of found) {
      expect(answers).toHaveLength(developmentNames.length)
      const missing = answers
        .filter(({ error }) => error && refusals.has(error.code))
        .map(({ id }) => calls[id]?.method)
      // This one is missing until an account is impersonated.
      expect(missing.filter((name) => !name?.endsWith('_sendTransaction'))).toEqual([])
    }
  })
})

/** A tunnel that makes a server public: it calls from this machine, by another name. */
async function openTunnel(port: number, name: string): Promise<{ url: string; close(): void }> {
  const tunnel = createTcpServer((client) => {
    const server = connect(port, '127.0.0.1')
    client.once('data', (head) => {
      server.write(head.toString('latin1').replace(/^host: .*$/im, `host: ${name}`), 'latin1')
      client.pipe(server)
    })
    server.pipe(client)
    for (const end of [client, server]) end.on('error', () => undefined)
  })
  await once(tunnel.listen(0, '127.0.0.1'), 'listening')
  return { url: `ws://127.0.0.1:${(tunnel.address() as AddressInfo).port}`, close: () => tunnel.close() }
}

it('lets a stranger set a balance over a WebSocket with the control token, and not without it', async () => {
  const open = await startServer({ seed: 'strangers' }, { allowHosts: ['mock.example'], controlToken })
  const tunnel = await openTunnel(Number(new URL(open.url).port), 'mock.example')
  const set = async (headers: Record<string, string>) => {
    const socket = openSocket(`${tunnel.url}/__mock/chains/evm/1`, headers)
    const call = JSON.stringify({ ...calls[0], method: 'anvil_setBalance' })
    const answer = (await askOverSocket(socket, call)) as Answer
    return [answer.error?.code, open.mock.chain.balance(ada)]
  }
  expect(await set({})).toEqual([4100, '0'])
  expect(await set({ authorization: 'Bearer a token that only the tests hav' })).toEqual([4100, '0'])
  expect(await set({ authorization: `Bearer ${controlToken}` })).toEqual([undefined, '0.000000000000000002'])
  tunnel.close()
  await open.close()
})

it('refuses all methods of a development node of Solana to a page, and has them for programs', async () => {
  const person = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  const solanaCalls = solanaDevelopmentNames.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [person, 2] }))
  const url = server.mock.chain.rpcUrl('mainnet')
  const text = JSON.stringify(solanaCalls)
  const ask = async (headers: Record<string, string>) =>
    readAnswers(
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }),
    )
  const page = { origin: 'http://localhost:3000' }
  const before = server.mock.export()
  const overPage = [await ask(page), await askOverSocket(openSocket(url.replace('http', 'ws'), page), text)]
  // The faucet of the main network is refused as every node refuses it.
  for (const answers of overPage) expect(codesOf(answers as Answer[])).toEqual(new Set([4100, -32_600]))
  expect(server.mock.export()).toEqual(before)
  const codes = codesOf(await ask({}))
  expect([codes.has(4100), codes.has(-32_601)]).toEqual([false, false])
})
