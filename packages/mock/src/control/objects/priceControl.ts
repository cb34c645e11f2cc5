import { defined } from '@latchkey/base/defined'
import type { CurrencyPrice } from '../../effects/outside.ts'
import { prices, setPrice } from '../../outside/prices.ts'
import { transact, type World } from '../../world/world.ts'

/** The simulated market prices of currencies and tokens. */
export interface PriceControl {
  /** All prices, those of money first. */
  list(): readonly CurrencyPrice[]
  /**
   * Sets the price of one unit in US dollars. Tokens have the price of their symbol.
   *
   * @param code - A currency's code, such as `EUR`, or a token's symbol as its contract spells it.
   * @param usd - US dollars for one unit, greater than zero.
   * @param facts - Its name, symbol and type. A new currency is by default a token with its code as name and symbol.
   * @throws TypeError for a price that is not a positive number
   * @example
   * await mock.prices.set('ETH', 5_000)
   */
  set(
    code: string,
    usd: number,
    facts?: Partial<Pick<CurrencyPrice, 'name' | 'symbol' | 'type'>>,
  ): Promise<CurrencyPrice>
}

export function createPriceControl(world: World): PriceControl {
  return {
    list: () => prices({ store: world.store.reader }).list(),
    async set(code, usd, { name, symbol, type } = {}) {
      if (!Number.isFinite(usd) || usd <= 0 || !Number.isFinite(1 / usd))
        throw new TypeError('Failed to call "prices.set()": the price must be a positive number of US dollars.')
      const facts = {
        ...defined({ name, symbol, type }),
      }
      return transact(world, (backend) => setPrice(backend, { code, usd, ...facts }))
    },
  }
}
