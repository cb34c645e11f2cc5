import { formatUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { Account, ChainTransaction, Transfer } from '@latchkey/chains/chains'
import { addressKey, type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { assetOfTransfer, zeroAddressOf } from '../assets/assets.ts'
import { shownAddress } from '../chains/shownAddress.ts'
import { type EnvironmentChain, type EnvironmentNetwork, findNetwork } from '../environments/environmentNetworks.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { cursorPage } from '../shared/paging.ts'
import { labelsOf } from './labels.ts'

type Schemas = components['schemas']

interface TransactionsQuery {
  readonly networkId: number
  /** @default 20 */
  readonly limit?: number
  /** The `nextOffset` of the page before. */
  readonly offset?: string
}

/**
 * A page of the transactions that touch an address, the latest first.
 *
 * @throws {@link DomainError} `validationFailed` for an address of another chain, `recordNotFound` for an unknown
 * network, `invalidCursor`
 */
export function listTransactions(
  backend: Backend,
  environmentChain: EnvironmentChain,
  { address, query }: { readonly address: string; readonly query: TransactionsQuery },
): Schemas['WalletTransactionsResponse'] {
  const { environmentId, chain } = environmentChain
  const { networkId, limit = 20, offset } = query
  assert(isAddressOf(chain, address), 'validationFailed', { message: `address must be an address of ${chain}.` })
  const network = findNetwork(backend, environmentChain, networkId)
  assert(network, 'recordNotFound', {
    message: `This environment knows no network ${networkId} of the chain ${chain}, or has turned the chain off.`,
  })
  const account = addressKey(chain, address)
  const scope = { list: 'walletTransactions.list', within: [environmentId, account, String(networkId)] }
  const { items, next } = cursorPage<ChainTransaction, Pick<ChainTransaction, 'hash' | 'blockNumber'>>(backend, scope, {
    cursor: offset,
    limit,
    read: (after, count) =>
      backend.outside.chains.transactions(account, networkId, {
        limit: count,
        ...defined({ before: after }),
      }),
    position: ({ hash, blockNumber }) => ({ hash, blockNumber }),
  })
  return {
    transactions: items.map((transaction) => presentTransaction(backend, transaction, { chain, network, account })),
    ...defined({ nextOffset: next }),
  }
}

/** The account that looks at a transaction, and the network. */
export interface TransactionView {
  readonly chain: Chain
  readonly network: EnvironmentNetwork
  readonly account: Account
}

/** A transaction as an account sees it. */
export function presentTransaction(
  backend: Backend,
  transaction: ChainTransaction,
  view: TransactionView,
): Schemas['WalletTransaction'] {
  const { hash, blockNumber, createdAt, from, to, transfers, networkId } = transaction
  const { chain, network, account } = view
  return {
    transactionHash: hash,
    blockNumber,
    transactionTimestamp: createdAt,
    blockHash: backend.outside.chains.blockHash(chain, networkId, blockNumber),
    blockExplorerUrls: explorerUrls(network, hash),
    fromAddress: shownAddress(from),
    toAddress: to === undefined ? zeroAddressOf(chain) : shownAddress(to),
    labels: labelsOf(transfers, account),
    assetTransfers: transfers.map((transfer) => presentTransfer(backend, transfer, view)),
    chainName: chain,
    networkId,
  }
}

function presentTransfer(
  backend: Backend,
  transfer: Transfer,
  view: TransactionView,
): Schemas['WalletTransactionAssetTransfer'] {
  const { address, name, symbol, decimals, logoUrl, isNative } = assetOfTransfer(backend, view, transfer)
  const end = (account: Account | undefined) =>
    account === undefined ? zeroAddressOf(view.chain) : shownAddress(account)
  return {
    ...defined({ tokenAddress: isNative ? undefined : address }),
    fromAddress: end(transfer.from),
    toAddress: end(transfer.to),
    amount: Number(formatUnits(BigInt(transfer.amount), decimals)),
    metadata: { name, symbol, decimals, imageUri: logoUrl },
  }
}

/** Explorers of Solana show the main cluster unless the URL names another one. */
function explorerUrls({ network }: EnvironmentNetwork, hash: string): string[] {
  const { blockExplorerUrls, cluster = 'mainnet-beta' } = network
  const search = cluster === 'mainnet-beta' ? '' : `?cluster=${cluster}`
  return blockExplorerUrls.map((url) => `${url.replace(/\/$/, '')}/tx/${hash}${search}`)
}
