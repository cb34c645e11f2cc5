import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { unknownId } from '../../../test/contract/environmentRefusals.ts'

const host = createHost()
const rates = async () => (await host.call('exchangeRates.list')).body
const rateOf = async (code: string) => (await rates()).find((rate) => rate.code === code)

describe('exchangeRates.list', () => {
  it('says without a credential how much of each currency one US dollar buys', async () => {
    expect(await rateOf('EUR')).toEqual({ name: 'Euro', symbol: '€', type: 'fiat', code: 'EUR', value: 0.8 })
    expect(await rateOf('ETH')).toEqual({ name: 'Ether', symbol: 'ETH', type: 'crypto', code: 'ETH', value: 0.00025 })
    expect(await rateOf('USD')).toMatchObject({ value: 1 })
  })

  it('lists money before tokens, each group in the order of its codes, and every code once', async () => {
    const all = await rates()
    const ranks = all.map(({ type, code }) => `${type === 'fiat' ? 0 : 1} ${code}`)
    expect(ranks).toEqual([...new Set(ranks)].sort())
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['fiat', 'crypto']))
  })

  it('follows the prices that a test sets, and shows new tokens', async () => {
    await host.mock.prices.set('ETH', 5_000)
    await host.mock.prices.set('HBR', 0.5, { name: 'Harbour Coin' })
    expect(await rateOf('ETH')).toMatchObject({ name: 'Ether', value: 0.0002 })
    expect(await rateOf('HBR')).toEqual({ name: 'Harbour Coin', symbol: 'HBR', type: 'crypto', code: 'HBR', value: 2 })
    host.mock.reset()
    expect(await rateOf('ETH')).toMatchObject({ value: 0.00025 })
    expect(await rateOf('HBR')).toBeUndefined()
  })
})

describe('exchangeRates.listForEnvironment', () => {
  it('returns the same rates as exchangeRates.list', async () => {
    await host.mock.prices.set('JPY', 0.01)
    expect((await host.call('exchangeRates.listForEnvironment')).body).toEqual(await rates())
  })

  it('answers 404 without a body for an unknown environment, and 400 for an id that is not a UUID', async () => {
    const refusal = await host.refuse('exchangeRates.listForEnvironment', { params: { environmentId: unknownId } })
    expect(refusal).toMatchObject({ status: 404, body: undefined })
    expect(
      await host.refuse('exchangeRates.listForEnvironment', { params: { environmentId: 'sandbox' } }),
    ).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})
