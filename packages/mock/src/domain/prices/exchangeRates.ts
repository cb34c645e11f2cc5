import type { components } from '@latchkey/types'
import type { Backend } from '../shared/backend.ts'

/** The rates of all currencies, in units for one US dollar. */
export function listExchangeRates({ outside }: Pick<Backend, 'outside'>): components['schemas']['Currency'][] {
  return outside.prices
    .list()
    .map(({ name, symbol, type, code, usd }) => ({ name, symbol, type, code, value: 1 / usd }))
}
