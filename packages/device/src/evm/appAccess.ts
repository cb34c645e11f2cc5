import { providerCodes } from './codes.ts'
import type { Listeners } from './listeners.ts'
import type { ProviderEvents, ProviderParts } from './providerParts.ts'
import type { Hex } from './types.ts'

/** An app's access to a wallet: a chain, and the account while the wallet is neither hidden nor lost. */
export interface AppAccess {
  readonly chainId: number
  accounts(): readonly string[]
  /** Shows the wallet to the app. @returns Its accounts. @throws when the device has lost the key */
  connect(): readonly string[]
  /** Hides the wallet from the app. */
  disconnect(): void
  /** Tells listeners of the accounts, if they are others than before. */
  reportAccounts(): void
  switchChain(chainId: number): void
  /** @throws for an account that the app does not have */
  assertAccount(signer: unknown): void
}

export const hexOf = (value: number): Hex => `0x${value.toString(16)}`

export function createAppAccess(parts: ProviderParts, { emit }: Listeners<ProviderEvents>): AppAccess {
  const { address, hasKey = () => true, fail } = parts
  let { chainId } = parts
  let isConnected = true
  /** The number of accounts that listeners know of. */
  let reportedCount = 1

  const accounts = () => (isConnected && hasKey() ? [address] : [])

  function reportAccounts(): void {
    const present = accounts()
    if (present.length === reportedCount) return
    reportedCount = present.length
    emit('accountsChanged', present)
  }

  return {
    get chainId() {
      return chainId
    },
    accounts,
    connect() {
      if (!hasKey()) throw fail(providerCodes.unauthorized, 'The device of this wallet was lost.')
      if (!isConnected) {
        isConnected = true
        emit('connect', { chainId: hexOf(chainId) })
        reportAccounts()
      }
      return [address]
    },
    disconnect() {
      if (!isConnected) return
      isConnected = false
      reportAccounts()
    },
    reportAccounts,
    switchChain(next) {
      if (next === chainId) return
      chainId = next
      emit('chainChanged', hexOf(chainId))
    },
    assertAccount(signer) {
      if (accounts().some((account) => account.toLowerCase() === String(signer).toLowerCase())) return
      throw fail(providerCodes.unauthorized, 'The app has no access to this account.')
    },
  }
}
