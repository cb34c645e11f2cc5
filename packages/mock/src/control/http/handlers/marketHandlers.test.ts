import { marketRoutes } from '@latchkey/contract/routes/marketRoutes'
import { describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { get, post } = control
const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const tables = () => control.server.mock.export().tables

describe('the reports of the simulated world', () => {
  it('name an address in any spelling once, until the report is taken back', async () => {
    const { chain } = control.server.mock
    await chain.flagAddress(address)
    await post('chain/addressFlags', { address: address.toLowerCase() })
    expect(tables().addressFlags).toMatchObject([{ address: `eip155:${address.toLowerCase()}` }])
    expect((await post('chain/addressFlags', { address, flagged: false })).status).toBe(204)
    await chain.unflagAddress(address)
    expect(tables().addressFlags).toEqual([])
  })

  it('name a site by its host', async () => {
    await post('chain/siteFlags', { url: 'https://Drain.example.com./claim' })
    await control.server.mock.chain.flagSite('shop.example.com', { verdict: 'unclear' })
    expect(tables().siteFlags).toMatchObject([
      { host: 'drain.example.com', verdict: 'malicious' },
      { host: 'shop.example.com', verdict: 'unclear' },
    ])
    await post('chain/siteFlags', { url: 'drain.example.com', verdict: 'benign' })
    await post('chain/siteFlags', { url: 'never.example.com', verdict: 'benign' })
    expect(tables().siteFlags).toMatchObject([{ host: 'shop.example.com' }])
  })

  it('refuse what is neither an address of the chain nor a site', async () => {
    const { chain } = control.server.mock
    await expect(chain.flagAddress('nobody')).rejects.toThrow(TypeError)
    await expect(chain.unflagAddress(address, 'SOL')).rejects.toThrow('not an address of SOL')
    await expect(chain.flagSite('no host')).rejects.toThrow('neither a URL nor a host')
    expect((await post('chain/siteFlags', { url: '' })).status).toBe(400)
    expect((await post('chain/siteFlags', { url: 'example.com', verdict: 'evil' })).status).toBe(400)
  })
})

describe('the simulated prices', () => {
  it('can be set and read', async () => {
    expect((await post('prices', { code: 'ETH', usd: 5_000 })).body).toMatchObject({ name: 'Ether', usd: 5_000 })
    await control.server.mock.prices.set('XAU', 2_500, { name: 'Gold', symbol: 'oz', type: 'fiat' })
    await post('prices', { code: 'XAU', usd: 3_000 })
    const { body } = await get('prices')
    expect(body.prices).toContainEqual({ code: 'ETH', name: 'Ether', symbol: 'ETH', type: 'crypto', usd: 5_000 })
    expect(control.server.mock.prices.list()).toContainEqual({
      code: 'XAU',
      name: 'Gold',
      symbol: 'oz',
      type: 'fiat',
      usd: 3_000,
    })
  })

  it('refuse a price that is not a positive number', async () => {
    for (const usd of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 5e-324])
      await expect(control.server.mock.prices.set('ETH', usd)).rejects.toThrow(TypeError)
    expect((await post('prices', { code: 'ETH', usd: 0 })).status).toBe(400)
  })
})

describe('the routes of prices and reports', () => {
  it('are all called by the tests above', () => {
    expect(Object.keys(marketRoutes).filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
