import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { buyer, disableProvider, enableRamps, solanaBuyer } from '../../../test/people/rampPeople.ts'

const host = createHost()
beforeEach(() => enableRamps(host))

const place = { walletAddress: buyer, chain: 'EVM' }
const onramps = async (query: object = {}) =>
  (await host.call('onramps.list', { query: { ...place, ...query } })).body.onramps ?? []
const names = (list: { provider: string }[]) => list.map(({ provider }) => provider)
const malformed = { status: 400, code: 'validation_failed' }

describe('onramps.list', () => {
  it('shows the enabled sellers to everybody, with links to their pages', async () => {
    const [banxa, ...others] = await onramps()
    expect(banxa).toEqual({
      provider: 'banxa',
      name: 'Banxa',
      iconUrl: 'https://assets.example.com/ramps/banxa.svg',
      url: expect.stringContaining(`${host.mock.baseUrl}/__mock/ramps/banxa?`),
      qrCode: banxa?.url,
    })
    expect(names(others)).toEqual(['coinbaseOnramp', 'cryptoDotCom'])
    const page = await host.fetch(banxa?.url ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Buy with Banxa</h1>')])
  })

  it('follows the settings: the order of `funding`, and `onrampFunding`', async () => {
    await host.mock.settings.patch({ sdk: { funding: { onramps: ['cryptoDotCom', 'banxa'] } } })
    expect(names(await onramps())).toEqual(['cryptoDotCom', 'banxa'])
    await disableProvider(host, 'cryptoDotCom')
    expect(names(await onramps())).toEqual(['banxa'])
    await host.mock.settings.patch({ sdk: { onrampFunding: false } })
    expect(await onramps()).toEqual([])
    expect(names(await onramps({ includeDisabled: true }))).toEqual(['banxa', 'coinbaseOnramp', 'cryptoDotCom'])
  })

  it('is empty where nobody sells: on a network that is off, for an unknown token, on other chains', async () => {
    for (const query of [{ networkId: '8453' }, { networkId: '84532', token: 'WBTC' }, { token: 'DOGE' }])
      expect(await onramps(query), JSON.stringify(query)).toEqual([])
    const bitcoin = { chain: 'BTC', walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
    expect(await onramps(bitcoin)).toEqual([])
    expect(names(await onramps({ chain: 'SOL', walletAddress: solanaBuyer, token: 'SOL' }))).toHaveLength(3)
  })

  it('finds a token by its symbol or its contract', async () => {
    const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
    for (const token of ['USDC', 'usdc', usdc]) {
      const [link] = await onramps({
        networkId: '84532',
        token,
        tokenAmount: 12.5,
        currency: 'eur',
        merchantName: 'Tea',
      })
      const text = await (await host.fetch(link?.url ?? '')).text()
      expect(text).toContain('<option value="USDC base-sepolia">')
      expect(text).toContain('value="12.5"')
      expect(text).toContain('for <b>Tea</b>')
      expect(text).toMatch(/id="currency"[^]*?<option value="EUR">/)
    }
  })

  it.each<[string, object]>([
    ['an address of another chain', { walletAddress: solanaBuyer }],
    ['an unknown chain', { chain: 'DOGE' }],
    ['money in which nobody pays', { currency: 'XXX' }],
    ['an amount below zero', { tokenAmount: -1 }],
    ['no address', { walletAddress: undefined }],
    ['no chain', { chain: undefined }],
  ])('refuses %s', async (_, query) => {
    expect(await host.refuse('onramps.list', { query: { ...place, ...query } })).toMatchObject(malformed)
  })

  it('does not find an unknown environment', async () => {
    const unknown = { params: { environmentId: unknownId }, query: place }
    expect(await host.refuse('onramps.list', unknown)).toMatchObject({ status: 404, body: undefined })
  })
})

describe('onramps.listNetworks', () => {
  const networks = async () => (await host.call('onramps.listNetworks')).body

  it('lists the networks that the environment enables', async () => {
    expect(await networks()).toEqual([
      'sepolia',
      'base-sepolia',
      'polygon-amoy',
      'arbitrum-sepolia',
      'optimism-sepolia',
      'avalanche-fuji',
      'solana-devnet',
    ])
    const { body } = await host.call('sdkSettings.get')
    const chains = body.chains.map((chain) => ({ ...chain, enabled: chain.name === 'solana' }))
    await host.mock.settings.patch({ chains })
    expect(await networks()).toEqual(['solana-devnet'])
  })

  it('finds nothing without the provider, and in an unknown environment', async () => {
    for (const environmentId of [unknownId, host.mock.defaults.environments.live.id])
      expect(await host.refuse('onramps.listNetworks', { params: { environmentId } })).toMatchObject({
        status: 404,
        body: undefined,
      })
    await disableProvider(host, 'coinbaseOnramp')
    expect((await host.refuse('onramps.listNetworks')).status).toBe(404)
  })
})
