import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { customNetworkBody } from '../../../test/people/customNetworkBody.ts'

const host = createHost()
const mainnets = ['1', '8453', '137', '42161', '10', '56', '43114']
const testnets = ['11155111', '84532', '80002', '421614', '11155420', '97', '43113']
const idsOf = async (environmentId = host.mock.defaults.environments.sandbox.id) => {
  const { body } = await host.call('networks.list', { params: { environmentId } })
  return Object.fromEntries(body.map((chain) => [chain.chainName, chain.networks?.map(({ networkId }) => networkId)]))
}

/** The settings of the EVM chains and of Solana. */
async function chains() {
  const { body } = await host.call('sdkSettings.get')
  const [evm, solana] = body.chains
  if (!evm || !solana) throw new Error('The settings lack a chain.')
  return [evm, solana] as const
}

describe('networks.list', () => {
  it('shows without a credential the networks that the environment has enabled', async () => {
    expect(await idsOf()).toEqual({ evm: testnets, solana: ['103'] })
    expect(await idsOf(host.mock.defaults.environments.live.id)).toEqual({ evm: mainnets, solana: ['101'] })
  })

  it('shows the registry of the name service of a network that has one, and the name under its former key, too', async () => {
    const { body } = await host.call('sdkSettings.get')
    const networks = (body.networks ?? []).flatMap(({ networks: listed }) => listed ?? [])
    const registries = networks.flatMap(({ networkId, nameService }) => (nameService ? [[networkId, nameService]] : []))
    expect(registries).toEqual([
      ['1', { registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }],
      ['8453', { registry: '0xB94704422c2a1E396835A571837Aa5AE53285a95' }],
      ['11155111', { registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e' }],
      ['84532', { registry: '0x1493b2567056c2181630115660963E13A8E32735' }],
    ])
    expect(networks.length).toBeGreaterThan(registries.length)
    for (const { name, chainName } of networks) expect(chainName).toBe(name)
  })

  it('describes a network as the public settings do', async () => {
    const { body: settings } = await host.call('sdkSettings.get')
    const { body } = await host.call('networks.list')
    const described = settings.networks?.flatMap(({ networks }) => networks ?? [])
    for (const network of body.flatMap(({ networks }) => networks ?? [])) expect(described).toContainEqual(network)
  })

  it('follows the settings: a network that is enabled, and a chain that is turned off', async () => {
    const [evm, solana] = await chains()
    const networks = (evm.networks ?? []).map((network) => ({ ...network, enabled: network.networkId === 1 }))
    await host.mock.settings.patch({
      chains: [
        { ...evm, networks },
        { ...solana, enabled: false },
      ],
    })
    expect(await idsOf()).toEqual({ evm: ['1'] })
  })

  it('shows the RPC endpoint of the settings as that of the customer', async () => {
    const [evm, solana] = await chains()
    const networks = (evm.networks ?? []).map((network) => ({
      ...network,
      rpcUrl: `https://rpc.example.org/${network.networkId}`,
    }))
    await host.mock.settings.patch({ chains: [{ ...evm, networks }, solana] })
    const { body } = await host.call('networks.list')
    expect(body[0]?.networks?.[0]).toMatchObject({
      networkId: '11155111',
      privateCustomerRpcUrls: ['https://rpc.example.org/11155111'],
    })
    expect(body[1]?.networks?.[0]).not.toHaveProperty('privateCustomerRpcUrls')
  })

  it("shows the custom networks of the environment's organization, unless their chain is turned off", async () => {
    await host.call('customNetworks.create', { body: customNetworkBody })
    await host.call('customNetworks.create', { body: { ...customNetworkBody, networkType: 'APTOS', chainId: '177' } })
    expect(await idsOf()).toMatchObject({ evm: [...testnets, '424242'], aptos: ['177'] })
    const [evm, solana] = await chains()
    await host.mock.settings.patch({ chains: [{ ...evm, enabled: false }, solana] })
    expect(await idsOf()).toEqual({ solana: ['103'], aptos: ['177'] })
  })

  it('answers 404 without a body for an unknown environment, and 400 for an id that is not a UUID', async () => {
    expect(await host.refuse('networks.list', { params: { environmentId: unknownId } })).toMatchObject({
      status: 404,
      body: undefined,
    })
    expect(await host.refuse('networks.list', { params: { environmentId: 'sandbox' } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('the addresses of networks', () => {
  it('lead to the JSON-RPC of the simulated chains', async () => {
    const networks = (await host.call('networks.list')).body.flatMap((chain) => chain.networks ?? [])
    expect(networks.map(({ networkId }) => networkId)).toEqual([...testnets, '103'])
    for (const { rpcUrls, chain, chainId } of networks) {
      const method = chain === 'EVM' ? 'eth_chainId' : 'getHealth'
      const reply = await host.mock.fetch(rpcUrls?.[0] ?? '', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      })
      const result = chain === 'EVM' ? `0x${Number(chainId).toString(16)}` : 'ok'
      expect(await reply.json()).toEqual({ jsonrpc: '2.0', id: 1, result })
    }
  })
})
