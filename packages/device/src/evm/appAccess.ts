import { providerCodes } from './codes.ts'
import type { Listeners } from './listeners.ts'
import type { Eip1193Events, ProviderParts } from './providerParts.ts'
import type { Hex } from './types.ts'

/** An app's access to a wallet: a chain, and the accounts while the wallet is neither hidden nor lost. */
export interface AppAccess {
  readonly chainId: number
  /** The account of the wallet, and after it the smart wallet that it commands. */
  accounts(): readonly string[]
  /** Shows the wallet to the app. @returns Its accounts. @throws when the device has lost the key */
  connect(): readonly string[]
  /** Hides the wallet from the app. */
  disconnect(): void
  /** Tells listeners of the accounts, if they are others than before. */
  reportAccounts(): void
  switchChain(chainId: number): void
  /** @throws for an account that the app does not have */
  assertAccount(account: unknown): void
  /** @throws for an account that the app does not have, and for a smart wallet, which has no key of its own */
  assertSigner(signer: unknown): void
}

export const hexOf = (value: number): Hex => `0x${value.toString(16)}`

export const isSameAddress = (one: unknown, other: unknown): boolean =>
  String(one).toLowerCase() === String(other).toLowerCase()

export function createAppAccess(parts: ProviderParts, { emit }: Listeners<Eip1193Events>): AppAccess {
  const { address, hasKey = () => true, fail, batches } = parts
  let { chainId } = parts
  let isConnected = true
  /** Whether listeners know of accounts. */
  let isReported = true

  function allAccounts(): readonly string[] {
    const smartWallet = batches.smartWallet()?.address
    return smartWallet === undefined || isSameAddress(smartWallet, address) ? [address] : [address, smartWallet]
  }

  const accounts = () => (isConnected && hasKey() ? allAccounts() : [])

  function reportAccounts(): void {
    const present = accounts()
    const isPresent = present.length > 0
    if (isPresent === isReported) return
    isReported = isPresent
    emit('accountsChanged', present)
  }

  function assertAccount(account: unknown): void {
    if (accounts().some((each) => isSameAddress(each, account))) return
    throw fail(providerCodes.unauthorized, 'The app has no access to this account.')
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
      return accounts()
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
    assertAccount,
    assertSigner(signer) {
      assertAccount(signer)
      if (!isSameAddress(signer, address))
        throw fail(providerCodes.unauthorized, 'A smart wallet sends calls only by "wallet_sendCalls".')
    },
  }
}
