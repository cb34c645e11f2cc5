import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { type EmbeddedChain, isEmbeddedChain } from '../wallets/walletDerivation.ts'

/**
 * The chains to create wallets on, without duplicates.
 *
 * @param requestedChains - If empty, the chains of the settings are used, or else EVM.
 * @throws {@link DomainError} `invalidWalletChains` for a chain that the settings leave out
 */
export function chainsFor(
  backend: Backend,
  environmentId: string,
  requestedChains: readonly EmbeddedChain[],
): EmbeddedChain[] {
  const configured = sdkSettingsOf(backend, environmentId).embeddedWallets?.chainConfigurations ?? []
  const enabled = configured
    .filter((chain) => chain.enabled)
    .map(({ name }) => name.toUpperCase())
    .filter(isEmbeddedChain)
  const isAllowed = configured.length === 0 || requestedChains.every((chain) => enabled.includes(chain))
  assert(isAllowed, 'invalidWalletChains', { message: 'Embedded wallets are not made on this chain here.' })
  if (requestedChains.length > 0) return [...new Set(requestedChains)]
  return enabled.length > 0 ? [...new Set(enabled)] : ['EVM']
}
