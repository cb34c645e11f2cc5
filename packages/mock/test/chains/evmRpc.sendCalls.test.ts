import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMock, type Mock } from '../../src/mock/createMock.ts'
import { viemClients } from './evmClients.ts'

const bob = '0x00000000000000000000000000000000000B0b01'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const pay = (amount: bigint) => ({
  to: usdc as Hex,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, amount] }),
})

let mock: Mock
let clients: ReturnType<typeof viemClients>

beforeEach(async () => {
  mock = createMock({ seed: 'batches at a node', now: '2026-01-15T09:30:00.000Z' })
  clients = viemClients(mock)
  await mock.chain.fund(clients.account.address, { ether: '1' }, 1)
  await mock.chain.fund(clients.account.address, { token: 'USDC', amount: '1' }, 1)
})

/** A batch (EIP-5792) at a node, which has no wallet. */
describe('a batch of calls that an app sends to a node', () => {
  it('becomes a transaction for each call by the fallback of viem, which knows the refusal', async () => {
    const { wallet, reader, account } = clients
    const calls = [pay(3n), { to: bob as Hex, value: 5n }]
    const { id } = await wallet.sendCalls({ calls, experimental_fallback: true })
    const status = await wallet.waitForCallsStatus({ id, pollingInterval: 5 })
    expect(status).toMatchObject({ status: 'success', statusCode: 200, atomic: false, chainId: 1 })
    expect(status.receipts?.map((receipt) => receipt.status)).toEqual(['success', 'success'])
    expect(await reader.getTransactionCount({ address: account.address })).toBe(2)
    expect(await reader.getBalance({ address: bob })).toBe(5n)
    expect(mock.chain.balance(bob, { token: 'USDC' })).toBe('0.000003')
  })

  it('is refused as an unknown method without the fallback, and where all calls have to be one', async () => {
    const { wallet, reader, account } = clients
    const calls = [pay(3n), pay(4n)]
    const refusal = await wallet.sendCalls({ calls }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ cause: { name: 'MethodNotFoundRpcError', code: -32_601 } })
    const atomic = wallet.sendCalls({ calls, forceAtomic: true, experimental_fallback: true })
    await expect(atomic).rejects.toThrow('`forceAtomic` is not supported on fallback')
    const capabilities = { paymasterService: { url: 'https://paymaster.example.com' } }
    await expect(wallet.sendCalls({ calls, capabilities, experimental_fallback: true })).rejects.toThrow(
      'non-optional `capabilities` are not supported on fallback',
    )
    expect(await reader.getTransactionCount({ address: account.address })).toBe(0)
  })

  it.each(['wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_showCallsStatus', 'wallet_getCapabilities'])(
    'is answered with -32601 by %s, with and without a batch of JSON-RPC',
    async (method) => {
      const ask = async (body: object) => {
        const response = await mock.fetch(mock.chain.rpcUrl(1), { method: 'POST', body: JSON.stringify(body) })
        return response.json()
      }
      const request = { jsonrpc: '2.0', id: 1, method, params: [{}] }
      const answer = { id: 1, error: { code: -32_601 } }
      expect(await ask(request)).toMatchObject(answer)
      expect(await ask([request])).toMatchObject([answer])
    },
  )
})
