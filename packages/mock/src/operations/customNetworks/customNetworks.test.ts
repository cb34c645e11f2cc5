import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import type { RefusalCase } from '../../../test/contract/environmentRefusals.ts'
import { describeMemberRefusals } from '../../../test/contract/memberRefusals.ts'
import { customNetworkBody as body } from '../../../test/people/customNetworkBody.ts'

const host = createHost()
const create = async (change: object = {}) =>
  (await host.call('customNetworks.create', { body: { ...body, ...change } })).body.customNetwork

const onNetwork: RefusalCase = { params: async () => ({ networkId: (await create())!.id }) }

describeMemberRefusals(host, {
  'customNetworks.list': {},
  'customNetworks.create': { body },
  'customNetworks.get': onNetwork,
  'customNetworks.update': { ...onNetwork, body },
  'customNetworks.delete': onNetwork,
})

describe('customNetworks.create', () => {
  it('stores the network and shows it to every member of the organization', async () => {
    const network = await create()
    const second = await create({ chainName: 'Harbour', chainId: '424243' })
    expect(network).toEqual({ id: expect.any(String), ...body })
    const { token } = await host.mock.create.admin({ role: 'viewer' })
    expect((await host.call('customNetworks.get', { params: { networkId: network!.id }, token })).body).toEqual({
      customNetwork: network,
    })
    expect((await host.call('customNetworks.list', { token })).body).toEqual({
      customNetworks: [{ customNetwork: network }, { customNetwork: second }],
    })
  })

  it.each(Object.keys(body))('refuses a network without %s', async (name) => {
    expect(await host.refuse('customNetworks.create', { body: { ...body, [name]: undefined } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect((await host.call('customNetworks.list')).body.customNetworks).toEqual([])
  })

  it.each([
    { chainId: '0x1' },
    { nativeCurrencyDecimals: 19 },
    { nativeCurrencyDecimals: 1.5 },
    { rpcUrl: 'ftp://x' },
    { networkType: 'DOGE' },
  ])('refuses %j', async (change) => {
    expect(await host.refuse('customNetworks.create', { body: { ...body, ...change } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('the chain id of a custom network', () => {
  it.each([
    ['another one of the organization has', '424242'],
    ['it has with leading zeros', '0424242'],
    ['the service brings', '8453'],
  ])('cannot be one that %s', async (_, chainId) => {
    await create()
    for (const networkType of ['EVM', 'ETH']) {
      expect(await host.refuse('customNetworks.create', { body: { ...body, networkType, chainId } })).toMatchObject({
        status: 422,
        code: 'duplicate_exists',
      })
    }
    const params = { networkId: (await create({ chainId: '7' }))!.id }
    expect(await host.refuse('customNetworks.update', { params, body: { ...body, chainId } })).toMatchObject({
      status: 422,
      code: 'duplicate_exists',
    })
    expect((await host.call('customNetworks.get', { params })).body.customNetwork).toMatchObject({ chainId: '7' })
    expect((await host.call('customNetworks.list')).body.customNetworks).toHaveLength(2)
  })

  it('can be that of a local node, or of a network of another chain or another organization', async () => {
    await create()
    expect(await create({ networkType: 'APTOS', chainId: '1' })).toMatchObject({ chainId: '1' })
    expect(await create({ chainId: '31337', chainName: 'Our node' })).toMatchObject({ chainId: '31337' })
    expect(await create({ networkType: 'APTOS', chainId: '424242' })).toMatchObject({ chainId: '424242' })
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    expect((await host.call('customNetworks.create', { params: { organizationId }, body })).status).toBe(201)
  })

  it('must be a number that JSON represents exactly', async () => {
    expect(await create({ chainId: '9007199254740991' })).toMatchObject({ chainId: '9007199254740991' })
    expect(
      await host.refuse('customNetworks.create', { body: { ...body, chainId: '9007199254740992' } }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
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

/** How the settings of an environment show the organization's networks. */
async function shownIn(environmentId: string) {
  const {
    body: { chains, networks },
  } = await host.call('sdkSettings.get', { params: { environmentId } })
  return {
    chains: chains
      .flatMap((chain) => chain.networks ?? [])
      .filter(({ type }) => type === 'custom')
      .map(({ chainName }) => chainName),
    networks: networks
      ?.flatMap((chain) => chain.networks ?? [])
      .filter(({ chainId }) => chainId.startsWith('4242'))
      .map(({ name, rpcUrls }) => [name, ...rpcUrls]),
  }
}

describe('customNetworks.update and customNetworks.delete', () => {
  it('show in the settings of all environments of the organization, and change their updatedAt', async () => {
    const { sandbox, live } = host.mock.defaults.environments
    const params = { networkId: (await create())!.id }
    await host.mock.clock.advance({ minutes: 1 })
    const {
      body: { customNetwork },
    } = await host.call('customNetworks.update', {
      params,
      body: { ...body, chainName: 'Harbour', rpcUrl: 'https://rpc2.example.com', chainId: '4242' },
    })
    expect(customNetwork).toEqual({
      id: params.networkId,
      ...body,
      chainName: 'Harbour',
      rpcUrl: 'https://rpc2.example.com',
      chainId: '4242',
    })
    expect((await host.call('customNetworks.get', { params })).body).toEqual({ customNetwork })
    const ownRpc = host.mock.chain.rpcUrl(4242)
    for (const { id, token } of [sandbox, live]) {
      expect(await shownIn(id)).toEqual({
        chains: ['Harbour'],
        networks: [['Harbour', ownRpc, 'https://rpc2.example.com']],
      })
      expect((await host.call('environments.get', { params: { environmentId: id }, token })).body.updatedAt).toBe(
        '2026-01-15T09:31:00.000Z',
      )
    }
    expect(await host.send('customNetworks.delete', { params })).toMatchObject({ status: 204, body: undefined })
    for (const { id } of [sandbox, live]) expect(await shownIn(id)).toEqual({ chains: [], networks: [] })
    expect(await host.refuse('customNetworks.delete', { params })).toMatchObject({ status: 404, body: undefined })
  })

  it('do not change updatedAt if nothing is different', async () => {
    const params = { networkId: (await create())!.id }
    await host.mock.clock.advance({ minutes: 1 })
    await host.call('customNetworks.update', { params, body })
    expect((await host.call('environments.get')).body.updatedAt).toBe('2026-01-15T09:30:00.000Z')
  })

  it.each(Object.keys(body))('refuse a network without %s', async (name) => {
    const network = await create()
    const params = { networkId: network!.id }
    expect(await host.refuse('customNetworks.update', { params, body: { ...body, [name]: undefined } })).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect((await host.call('customNetworks.get', { params })).body.customNetwork).toEqual(network)
  })

  it('do not find a network of another organization, even for a member of both', async () => {
    const { id: organizationId } = await host.mock.create.organization({ owner: host.mock.defaults.admin.id })
    const params = { networkId: (await create())!.id, organizationId }
    expect(await host.refuse('customNetworks.update', { params, body })).toMatchObject({ status: 404, body: undefined })
    expect(await host.refuse('customNetworks.delete', { params })).toMatchObject({ status: 404, body: undefined })
    expect((await host.call('customNetworks.list')).body.customNetworks).toHaveLength(1)
  })
})
