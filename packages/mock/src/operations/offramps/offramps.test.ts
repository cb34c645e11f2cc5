import { beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'
import { buyer, disableProvider, enableRamps, solanaBuyer } from '../../../test/people/rampPeople.ts'

const host = createHost()
beforeEach(() => enableRamps(host))

const place = { walletAddress: buyer, chain: 'EVM' }
const offramps = async (query: object = {}) =>
  (await host.call('offramps.list', { query: { ...place, ...query } })).body.offramps ?? []
const names = (list: { provider: string }[]) => list.map(({ provider }) => provider)

describe('offramps.list', () => {
  it('shows the enabled providers that buy tokens, whatever is set for buying', async () => {
    await host.mock.settings.patch({ sdk: { onrampFunding: false } })
    expect(names(await offramps())).toEqual(['banxa', 'coinbaseOnramp'])
    await disableProvider(host, 'coinbaseOnramp')
    const [banxa, ...others] = await offramps({ networkId: '84532', token: 'USDC' })
    expect(others).toEqual([])
    expect(await (await host.fetch(banxa?.url ?? '')).text()).toContain('<h1>Sell with Banxa</h1>')
    expect(await offramps({ token: 'DOGE' })).toEqual([])
  })

  it('refuses an address of another chain', async () => {
    const query = { ...place, walletAddress: solanaBuyer }
    expect(await host.refuse('offramps.list', { query })).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('does not find an unknown environment', async () => {
    const unknown = { params: { environmentId: unknownId }, query: place }
    expect(await host.refuse('offramps.list', unknown)).toMatchObject({ status: 404, body: undefined })
  })
})
