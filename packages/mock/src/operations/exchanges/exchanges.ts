import { touchEnvironment } from '../../domain/environments/environments.ts'
import {
  createExchange,
  disableExchange,
  enableExchange,
  exchangesOf,
  isUsable,
  presentExchange,
} from '../../domain/providers/exchanges.ts'
import { reachable } from '../../domain/shared/recordGuards.ts'
import type { ResourceOperations } from '../operation.ts'

export const exchanges = {
  list({ params, backend }) {
    return { status: 200, body: { exchanges: exchangesOf(backend, params.environmentId).map(presentExchange) } }
  },
  create({ params, body, backend }) {
    return { status: 201, body: presentExchange(createExchange(backend, params.environmentId, body)) }
  },
  get({ params, caller, backend }) {
    return {
      status: 200,
      body: presentExchange(reachable(caller, backend.store.exchanges.get(params.exchangeId), 'exchange')),
    }
  },
  delete({ params, caller, backend }) {
    const exchange = reachable(caller, backend.store.exchanges.get(params.exchangeId), 'exchange')
    if (isUsable(backend, exchange)) touchEnvironment(backend, exchange.environmentId)
    backend.store.exchanges.delete(exchange.id)
    return { status: 204 }
  },
  enable({ params, caller, backend }) {
    const before = reachable(caller, backend.store.exchanges.get(params.exchangeId), 'exchange')
    const exchange = enableExchange(backend, before)
    if (exchange !== before) touchEnvironment(backend, exchange.environmentId)
    return { status: 200, body: presentExchange(exchange) }
  },
  disable({ params, caller, backend }) {
    const before = reachable(caller, backend.store.exchanges.get(params.exchangeId), 'exchange')
    if (isUsable(backend, before)) touchEnvironment(backend, before.environmentId)
    return { status: 200, body: presentExchange(disableExchange(backend, before)) }
  },
} satisfies ResourceOperations<'exchanges'>
