import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { InterceptedCall } from './interceptors.ts'

const host = createHost()

const address = '0x00000000000000000000000000000000000000aa'
const call = (method: string, params: readonly unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const ask = (body = call('eth_chainId'), init: RequestInit = {}) =>
  host.mock.fetch(`${host.mock.baseUrl}/__mock/chains/evm/1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...init,
  })

describe("a request to a chain's JSON-RPC", () => {
  it('fails by a fault, once or in the way that the fault says', async () => {
    host.mock.faults.set('chains.rpc', { networkError: true }, 1)
    await expect(ask()).rejects.toThrow(TypeError)
    host.mock.faults.set('chains.rpc', { status: 503 }, 1)
    expect((await ask()).status).toBe(503)
    host.mock.faults.set('chains.rpc', { truncate: true }, 1)
    await expect((await ask()).json()).rejects.toThrow(TypeError)
    expect(await (await ask()).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    expect(host.mock.faults.list()).toEqual([])
  })

  it('has its effect when only its reply is lost', async () => {
    host.mock.faults.set('chains.rpc', { loseReply: true }, 1)
    await expect(ask(call('anvil_setBalance', [address, '0x7']))).rejects.toThrow(TypeError)
    expect(host.mock.chain.balance(address)).toBe('0.000000000000000007')
  })

  it('is met by functions that intercept calls, which learn how it was answered', async () => {
    const met: InterceptedCall[] = []
    host.mock.intercept(async (intercepted) => {
      met.push(intercepted)
      if ((await intercepted.request.text()).includes('eth_getBalance'))
        await host.mock.chain.fund(address, { ether: '1' })
    })
    await ask()
    expect(await (await ask(call('eth_getBalance', [address, 'latest']))).json()).toMatchObject({
      result: `0x${(10n ** 18n).toString(16)}`,
    })
    host.mock.faults.set('chains.rpc', { networkError: true }, 1)
    await ask().catch(() => undefined)
    expect(met.map(({ operation, requestId }) => [operation, requestId])).toEqual([
      ['chains.rpc', 'step_0001'],
      ['chains.rpc', 'step_0002'],
      ['chains.rpc', 'step_0003'],
    ])
    expect(await Promise.all(met.map(({ answered }) => answered))).toEqual([200, 200, 0])
  })

  it('meets no fault in the question of a browser which methods it may use', async () => {
    host.mock.faults.set('chains.rpc', { networkError: true })
    expect((await ask(undefined, { method: 'OPTIONS', body: null })).status).toBe(204)
  })
})
