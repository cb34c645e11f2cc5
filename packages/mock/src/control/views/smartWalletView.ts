import { deploymentsOf } from '@latchkey/chains/ledger/contractWallets'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { smartWalletsOf } from '../../domain/wallets/smartWallets.ts'
import type { Wallet } from '../../store/records.ts'

type Properties = components['schemas']['WalletProperties']

/** A smart wallet: its signer, and the chains on which it is deployed. */
export interface SmartWallet {
  readonly signerWalletId: string
  /** `null` if the user no longer has the signer. */
  readonly signerAddress: string | null
  readonly kernelVersion: NonNullable<Properties['kernelVersion']> | null
  readonly entryPointVersion: NonNullable<Properties['entryPointVersion']> | null
  /** Whether it is the signer's own account, which delegates to the contract (EIP-7702). */
  readonly isDelegated: boolean
  /** The contract that deploys it, with the call; `null` for a delegated account. */
  readonly factory: string | null
  readonly factoryData: string | null
  /** The EVM chains on which it is deployed, or delegated. */
  readonly deployedOn: readonly number[]
  /** The paymaster of its user operations; `null` if the wallet pays. */
  readonly paymaster: string | null
}

/** The details of a smart wallet; `null` for any other wallet. */
export function smartWalletOf({ store }: Pick<WorldBackend, 'store'>, wallet: Wallet): SmartWallet | null {
  const { signerWalletId, publicKey, properties } = wallet
  if (signerWalletId === undefined) return null
  const account = addressKey('EVM', publicKey)
  const address = publicKey.toLowerCase()
  const signer = store.wallets.get(signerWalletId)
  const contract = store.contractWallets.find('byAddress', [address])
  const delegations = [...store.chainAccounts.scan('byAccount', [account])].flatMap(({ delegate, networkId }) =>
    delegate === undefined ? [] : [networkId],
  )
  return {
    signerWalletId,
    signerAddress: signer?.publicKey ?? null,
    kernelVersion: properties?.kernelVersion ?? null,
    entryPointVersion: properties?.entryPointVersion ?? null,
    isDelegated: contract === undefined,
    factory: contract?.factory ?? null,
    factoryData: contract?.factoryCalldata ?? null,
    deployedOn: contract ? deploymentsOf({ store }, address) : delegations,
    paymaster: store.sponsoredAccounts.find('byAddress', [address])?.paymaster ?? null,
  }
}

/** The smart wallets for which a wallet signs. */
export function signedWalletsOf(
  backend: Pick<WorldBackend, 'store'>,
  walletId: string,
): { readonly id: string; readonly address: string }[] {
  return smartWalletsOf(backend, walletId).map(({ id, publicKey }) => ({ id, address: publicKey }))
}
