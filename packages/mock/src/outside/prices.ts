import { newRecord } from '@latchkey/base/newRecord'
import type { OutsideBackend, OutsideReadStore } from '../domain/shared/backend.ts'
import type { CurrencyPrice, Prices } from '../effects/outside.ts'
import { priceTable } from './priceTable.ts'

interface PriceReader {
  readonly store: Pick<OutsideReadStore, 'prices'>
}

/** The prices of currencies, as the service sees them. */
export function prices({ store }: PriceReader): Prices {
  return {
    list: () => pricesOf({ store }),
    usdOf: (code) => (store.prices.find('byCode', [code]) ?? priceTable.find((price) => price.code === code))?.usd,
  }
}

/** Every price, those of money first, each group in the order of its codes. */
function pricesOf({ store }: PriceReader): CurrencyPrice[] {
  const byCode = new Map<string, CurrencyPrice>()
  for (const { code, name, symbol, type, usd } of [...priceTable, ...store.prices.all()])
    byCode.set(code, { code, name, symbol, type, usd })
  const rank = ({ type, code }: CurrencyPrice) => `${type === 'fiat' ? 0 : 1} ${code}`
  return [...byCode.values()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/**
 * A price that a test sets. Fields that it leaves out stay; a new currency is by default a token named after its code.
 */
export type PriceInput = Pick<CurrencyPrice, 'code' | 'usd'> & Partial<Pick<CurrencyPrice, 'name' | 'symbol' | 'type'>>

/** Sets the price of a currency. */
export function setPrice(backend: OutsideBackend, { code, ...input }: PriceInput): CurrencyPrice {
  const record = backend.store.prices.find('byCode', [code])
  const { name, symbol, type, usd } = {
    name: code,
    symbol: code,
    type: 'crypto' as const,
    ...(record ?? priceTable.find((price) => price.code === code)),
    ...input,
  }
  backend.store.prices.put({ ...(record ?? newRecord(backend)), code, name, symbol, type, usd })
  return { code, name, symbol, type, usd }
}
