import type { components } from '@latchkey/types'
import type { Provider } from '../../../store/records.ts'
import { enableProvider, updateProvider } from '../../providers/providers.ts'
import type { Backend } from '../../shared/backend.ts'
import { updateSmartWallets } from '../../wallets/smartWallets.ts'

/**
 * Changes the given settings of a provider, and the smart wallets that follow them.
 *
 * @throws {@link DomainError} what {@link updateProvider} refuses
 */
export function changeProvider(
  backend: Backend,
  before: Provider,
  changes: components['schemas']['ProviderUpdateRequest'],
): Provider {
  const provider = updateProvider(backend, before, changes)
  if (provider !== before) updateSmartWallets(backend, provider)
  return provider
}

/**
 * Enables a provider. Smart wallets from before follow its present settings.
 *
 * @throws {@link DomainError} what {@link enableProvider} refuses
 */
export function startProvider(backend: Backend, before: Provider): Provider {
  const provider = enableProvider(backend, before)
  if (provider !== before) updateSmartWallets(backend, provider)
  return provider
}
