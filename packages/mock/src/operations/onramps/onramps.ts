import { assertEnabledProvider } from '../../domain/providers/providers.ts'
import { createBuyUrl } from '../../domain/ramps/buyUrls.ts'
import { createPayment, presentPayment } from '../../domain/ramps/cryptoPayments.ts'
import { hostedProvider, orderTokens } from '../../domain/ramps/hostedOrders.ts'
import { listOnramps } from '../../domain/ramps/offers.ts'
import { rampNetworksOf } from '../../domain/ramps/rampNetworks.ts'
import type { ResourceOperations } from '../operation.ts'

export const onramps = {
  list({ params, query, backend }) {
    return { status: 200, body: { onramps: listOnramps(backend, params.environmentId, query) } }
  },
  createCryptoPayment({ body, caller, backend }) {
    return { status: 200, body: presentPayment(backend, createPayment(backend, caller.user, body)) }
  },
  createBuyUrl({ params, body, backend }) {
    return { status: 200, body: { url: createBuyUrl(backend, params.environmentId, body) } }
  },
  listNetworks({ params, backend }) {
    const { environmentId } = params
    assertEnabledProvider(backend, environmentId, { provider: hostedProvider, failure: 'recordNotFound' })
    return { status: 200, body: rampNetworksOf(backend, environmentId).map(({ name }) => name) }
  },
  createOrder({ body, caller, backend }) {
    return { status: 200, body: orderTokens(backend, caller.user, body) }
  },
} satisfies ResourceOperations<'onramps'>
