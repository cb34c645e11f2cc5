import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { describeMemberRefusals } from '../../test/memberRefusals.ts'

const host = createHost()
const body = {
  networkType: 'EVM', chainName: 'Harbour Testnet', chainId: '424242', rpcUrl: 'https://rpc.harbour.example.com',
  blockExplorerUrl: 'https://explorer.harbour.example.com', iconUrl: 'https://static.example.com/harbour.svg', nativeCurrencyName: 'Harbour Coin',
  nativeCurrencySymbol: 'HBR', nativeCurrencyIconUrl: 'https://static.example.com/hbr.svg', nativeCurrencyDecimals: 18,
}
const create = async (change: object = {}) => (await host.call('customNetworks.create', { body: { ...body, ...change } })).body.customNetwork

describeMemberRefusals(host, {
  'customNetworks.list': {}, 'customNetworks.create': { body },
  'customNetworks.get': { params: async () => ({ networkId: (await create())!.id }) },
})

describe('customNetworks.create', () => {
  it('keeps the network and shows it to every member of the organization', async () => {
    const network = await create()
    const second = await create({ chainName: 'Harbour' })
    expect(network).toEqual({ id: expect.any(String), ...body })
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('customNetworks.get', { params: { networkId: network!.id }, token })).body).toEqual({ customNetwork: network })
    expect((await host.call('customNetworks.list', { token })).body).toEqual({ customNetworks: [{ customNetwork: network }, { customNetwork: second }] })
  })

  it.each(Object.keys(body))('refuses a network without %s', async (name) => {
    expect(await host.refuse('customNetworks.create', { body: { ...body, [name]: undefined } })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await host.call('customNetworks.list')).body.customNetworks).toEqual([])
  })

  it.each([{ chainId: '0x1' }, { nativeCurrencyDecimals: 19 }, { nativeCurrencyDecimals: 1.5 }, { rpcUrl: 'ftp://x' }, { networkType: 'DOGE' }])('refuses %j', async (change) => {
    expect(await host.refuse('customNetworks.create', { body: { ...body, ...change } })).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('customNetworks.get', () => {
  it('does not find a network of another organization, even for a member of both', async () => {
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    const params = { networkId: (await create())!.id, organizationId }
    expect(await host.refuse('customNetworks.get', { params })).toMatchObject({ status: 404, body: undefined })
    expect((await host.call('customNetworks.list', { params })).body.customNetworks).toEqual([])
  })
})
