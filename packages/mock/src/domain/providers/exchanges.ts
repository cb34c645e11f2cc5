import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Exchange } from '../../store/adminRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { type ProviderKind, type ProviderName, providerRow } from './providerCatalogue.ts'
import { enabledProvider, enablingHint } from './providers.ts'

type Schemas = components['schemas']
type Reading = Pick<Backend, 'store'>

/** The exchanges of an environment, enabled or not, oldest first. */
export function exchangesOf({ store }: Reading, environmentId: string): Exchange[] {
  return [...store.exchanges.scan('byEnvironment', [environmentId])]
}

/** The exchanges that people can use now: enabled ones whose providers are also enabled. */
export function usableExchanges(backend: Reading, environmentId: string): Exchange[] {
  return exchangesOf(backend, environmentId).filter((exchange) => isUsable(backend, exchange))
}

/** Whether people can use an exchange now: it is enabled, and so are the providers that it names. */
export function isUsable(backend: Reading, exchange: Exchange): boolean {
  return exchange.enabledAt !== null && missingProvider(backend, exchange) === undefined
}

/**
 * Creates an exchange, not enabled.
 *
 * @throws {@link DomainError} `invalidExchangeProvider` for a provider of another kind, `duplicateExists`
 */
export function createExchange(
  backend: Backend,
  environmentId: string,
  input: Schemas['ExchangeCreateRequest'],
): Exchange {
  assertKind(input.socialProvider, 'oauth')
  assertKind(input.onRampProvider, 'onramp')
  return backend.store.exchanges.insert({ ...newRecord(backend), environmentId, enabledAt: null, ...input })
}

/**
 * Enables an exchange. Enabling it again keeps the first `enabledAt`.
 *
 * @throws {@link DomainError} `exchangeCannotBeEnabled` while one of its providers is not enabled
 */
export function enableExchange(backend: Backend, exchange: Exchange): Exchange {
  if (exchange.enabledAt) return exchange
  const missing = missingProvider(backend, exchange)
  assert(missing === undefined, 'exchangeCannotBeEnabled', {
    message: missing && `The provider ${missing} has to be enabled before the exchange is. ${enablingHint(missing)}`,
  })
  return backend.store.exchanges.put({ ...exchange, enabledAt: backend.clock.iso() })
}

/** Disables an exchange. */
export function disableExchange({ store }: Backend, exchange: Exchange): Exchange {
  return exchange.enabledAt ? store.exchanges.put({ ...exchange, enabledAt: null }) : exchange
}

/** An exchange as replies show it. */
export function presentExchange({
  id,
  exchange,
  enabledAt,
  socialProvider,
  onRampProvider,
}: Exchange): Schemas['Exchange'] {
  return { id, enabledAt, ...presentExchangeOption({ exchange, socialProvider, onRampProvider }) }
}

/** An exchange as clients see it. */
export function presentExchangeOption({
  exchange,
  socialProvider,
  onRampProvider,
}: Pick<Exchange, 'exchange' | 'socialProvider' | 'onRampProvider'>): Schemas['ExchangeOption'] {
  return { exchange, ...defined({ socialProvider, onRampProvider }) }
}

function missingProvider(
  backend: Reading,
  { environmentId, socialProvider, onRampProvider }: Exchange,
): ProviderName | undefined {
  return [socialProvider, onRampProvider].find(
    (provider) => provider !== undefined && !enabledProvider(backend, environmentId, provider),
  )
}

function assertKind(provider: ProviderName | undefined, kind: ProviderKind) {
  assert(provider === undefined || providerRow(provider).kind === kind, 'invalidExchangeProvider')
}
