import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { customNetworkBody } from '../../../test/people/customNetworkBody.ts'
import { createControlClient } from '../../../test/support/controlClient.ts'

const host = createHost()
const control = createControlClient()

describe('chain.rpcUrl()', () => {
  it('is that of a cluster of Solana by the id that the interface gives it, as by its name', async () => {
    const { chain } = host.mock
    expect([chain.rpcUrl(101), chain.rpcUrl(103)]).toEqual([chain.rpcUrl('mainnet'), chain.rpcUrl('devnet')])
    expect(chain.rpcUrl(8453)).toMatch(/\/evm\/8453$/)
    const answer = await host.mock.fetch(chain.rpcUrl(103), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
    })
    expect(await answer.json()).toMatchObject({ result: 'ok' })
  })

  it('is refused for a network without a node, in process and over HTTP', async () => {
    const { chain } = host.mock
    expect(() => chain.rpcUrl(77)).toThrow(
      /^Failed to call "chain.rpcUrl\(\)": EVM has no network 77 here\. These have/,
    )
    expect(() => chain.rpcUrl('testnet')).toThrow(
      new TypeError(
        'Failed to call "chain.rpcUrl()": there is no cluster "testnet" of Solana here, only mainnet and devnet. Write the id of an EVM chain as a number.',
      ),
    )
    for (const network of ['77', 'testnet'])
      expect((await control.get('chain/rpcUrl', { network })).status, network).toBe(400)
    expect((await control.get('chain/rpcUrl', { network: '1' })).status).toBe(200)
  })

  it('is that of an EVM chain with such an id, where an organization has described it', async () => {
    await host.call('customNetworks.create', { body: { ...customNetworkBody, networkType: 'EVM', chainId: '101' } })
    expect(host.mock.chain.rpcUrl(101)).toMatch(/\/evm\/101$/)
  })
})
