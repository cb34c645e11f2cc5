import type { Account, ChainTransaction } from '@latchkey/chains/chains'
import type { components } from '@latchkey/types'
import type { Wallet } from '../../store/records.ts'
import { findNetwork } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { isOfService } from '../wallets/wallets.ts'
import { presentTransaction } from './walletTransactions.ts'

/** A wallet that a transaction touches, and the transaction as the wallet sees it. */
interface Activity {
  readonly wallet: Wallet
  readonly activity: components['schemas']['WalletActivity']
}

/**
 * The embedded and smart wallets that a transaction touches, each address once, in environments that know the network.
 */
export function activityOf(backend: Backend, transaction: ChainTransaction): Activity[] {
  const accounts = accountsOf(transaction)
  return [...backend.store.environments.all()].flatMap(({ id: environmentId }) =>
    accounts.flatMap((account) =>
      [...backend.store.wallets.scan('byKey', [environmentId, account])]
        .filter(isOfService)
        // An embedded wallet and its smart wallet can have one address (EIP-7702).
        .slice(0, 1)
        .flatMap((wallet) => {
          const { chain } = wallet
          const network = findNetwork(backend, { environmentId, chain }, transaction.networkId)
          if (!network) return []
          const seen = presentTransaction(backend, transaction, { chain, network, account })
          const { id: walletId, userId, publicKey: walletPublicKey } = wallet
          return [{ wallet, activity: { walletId, userId, walletPublicKey, ...seen } }]
        }),
    ),
  )
}

/** Sender, payer of the fee, recipient, and both ends of every transfer. */
function accountsOf({ from, feePayer, to, transfers }: ChainTransaction): Account[] {
  const ends = transfers.flatMap((transfer) => [transfer.from, transfer.to])
  return [...new Set([from, feePayer, to, ...ends])].filter((account) => account !== undefined)
}
