import { listExchangeRates } from '../../domain/prices/exchangeRates.ts'
import { assertEnvironment } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const exchangeRates = {
  list({ backend }) {
    return { status: 200, body: listExchangeRates(backend) }
  },
  listForEnvironment({ params, backend }) {
    assertEnvironment(backend, params.environmentId)
    return { status: 200, body: listExchangeRates(backend) }
  },
} satisfies ResourceOperations<'exchangeRates'>
