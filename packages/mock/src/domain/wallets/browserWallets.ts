import type { Credential, Wallet } from '../../store/records.ts'
import { enabledProvider } from '../providers/providers.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'

/** The provider that creates wallets in the browser by multi-party computation, in the words of the interface. */
const browserProvider = 'coinbaseWaas'

/** Whether embedded wallets are created in the browser here, by multi-party computation, and linked to users. */
export function takesBrowserWallets(backend: Pick<Backend, 'store'>, environmentId: string): boolean {
  return enabledProvider(backend, environmentId, browserProvider) !== undefined
}

/** @throws {@link DomainError} `invalidMpcEnvironment` */
export function assertBrowserWallets(backend: Pick<Backend, 'store'>, environmentId: string): void {
  assert(takesBrowserWallets(backend, environmentId), 'invalidMpcEnvironment')
}

/** Whether a wallet was created in the browser: the service knows no generation of it. */
export function isBrowserWallet({ provider, properties }: Wallet): boolean {
  return provider === 'embeddedWallet' && properties?.version === undefined
}

interface NewRecords {
  readonly wallet: Wallet
  readonly credential: Credential
}

/**
 * Marks the records of a wallet that was created in the browser. Others stay as they are.
 *
 * @param input.isClaimed - Whether the user linked it, and not a server.
 */
export function markBrowserWallet(
  { wallet, credential }: NewRecords,
  { isClaimed }: { readonly isClaimed: boolean },
): NewRecords {
  if (!isBrowserWallet(wallet)) return { wallet, credential }
  return {
    wallet: { ...wallet, properties: { claimed: isClaimed, source: 'service' } },
    // Nobody signs in with an embedded wallet.
    credential: { ...credential, signInEnabled: false },
  }
}
