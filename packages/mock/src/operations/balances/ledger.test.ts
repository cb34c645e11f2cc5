import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { signInByOAuth } from '../../../test/people/oauthRoundTrip.ts'

const host = createHost()
const email = 'ada@example.com'
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

describe('what chain.fund adds', () => {
  it('is the same in the list of balances, in the JSON-RPC and for gates', async () => {
    await host.mock.create.provider({ provider: 'google' })
    await host.mock.idp.google?.addUser({ email })
    const user = await host.mock.create.user({ email })
    await host.mock.create.wallet(user.id, { publicWalletAddress: address, chain: 'EVM' })
    const filter = { amount: 50 }
    const rule = { type: 'token', address: { networkId: 1, contractAddress: usdc }, filter, chain: 'EVM' } as const
    await host.mock.create.gate({ outcome: 'scope', scope: 'holders', rules: [rule] })
    expect((await signInByOAuth(host, { email })).body.user.scope).toBe('user:basic')

    await host.mock.chain.fund(address, { token: 'USDC', amount: '50' }, 1)

    const { token } = await host.mock.signIn(user)
    const { body: balances } = await host.call('balances.getByAccount', {
      token,
      params: { chainName: 'EVM' },
      query: { accountAddress: address, networkId: 1 },
    })
    expect(balances).toMatchObject([{ symbol: 'USDC', balance: 50, rawBalance: 50_000_000 }])
    const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
    const reply = await host.mock.fetch(host.mock.chain.rpcUrl(1), {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: usdc, data }, 'latest'] }),
    })
    expect(BigInt(((await reply.json()) as { result: string }).result)).toBe(50_000_000n)
    expect((await signInByOAuth(host, { email })).body.user.scope).toBe('user:basic holders')
  })
})
