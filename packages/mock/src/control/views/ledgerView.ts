import { formatUnits } from '@latchkey/base/amounts'
import { defined } from '@latchkey/base/defined'
import type { Account, Transfer } from '@latchkey/chains/chains'
import { accountAt, familyOf, nativeDecimalsOf } from '@latchkey/chains/ledger/accounts'
import { tokenContract } from '@latchkey/chains/ledger/chainTokens'
import { inOrder, pendingTransactions } from '@latchkey/chains/ledger/pending'
import { waitingTransactions } from '@latchkey/chains/ledger/solana/solanaPending'
import { balancesOf, totalsOf } from '@latchkey/chains/ledger/tokens'
import { transactionsIn, transactionsOf } from '@latchkey/chains/ledger/transactions'
import type { LedgerTransaction, TokenBalance, WaitingTransaction } from '@latchkey/chains/records'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import { shownAddress } from '../../domain/chains/shownAddress.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { type LedgerChain, ledgerChains, networkIdsOfLedger, networkNameOf } from './ledgerNetworks.ts'
import { presentOperations, type ShownOperation } from './waitingOperations.ts'

/** The balance of a currency, a token or an NFT that an address holds on one network. */
export interface LedgerAsset {
  readonly kind: 'native' | 'token' | 'nft'
  readonly networkId: number
  readonly network: string
  /** Absent for a currency. */
  readonly contractAddress?: string
  /** Of an NFT, in decimal where it is a number. */
  readonly tokenId?: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Exact, in whole units: `'12.5'`. A number of pieces for NFTs. */
  readonly amount: string
}

/** A movement of value, as people read it. */
interface ShownTransfer {
  readonly kind: Transfer['kind']
  readonly contractAddress?: string
  readonly tokenId?: string
  readonly from?: string
  readonly to?: string
  readonly symbol: string
  /** Exact, in whole units. */
  readonly amount: string
}

/** A transaction in a block, as people read it. */
export interface ShownTransaction {
  readonly chain: LedgerChain
  readonly networkId: number
  readonly network: string
  readonly hash: string
  readonly status: 'success' | 'failed'
  readonly blockNumber: number
  /** ISO 8601: when its block was made. */
  readonly createdAt: string
  readonly from: string
  /** Absent where a contract is created. */
  readonly to?: string
  /** Symbol of the currency of value and fee. */
  readonly symbol: string
  /** Exact, in whole units of the network's currency. */
  readonly value: string
  readonly fee: string
  /** Why it failed, as a sentence. */
  readonly reason?: string
  readonly transfers: readonly ShownTransfer[]
}

/** A transaction that waits for a block. */
export interface ShownPending extends Pick<
  ShownTransaction,
  'chain' | 'networkId' | 'network' | 'hash' | 'createdAt' | 'from' | 'to' | 'symbol' | 'value'
> {
  /** Of an EVM chain. */
  readonly nonce?: number
}

const order: readonly LedgerAsset['kind'][] = ['native', 'token', 'nft']

/** The balances of an account on all networks: currencies first, then tokens and NFTs. Empty balances are left out. */
export function assetsOf(backend: WorldBackend, account: Account): LedgerAsset[] {
  const accounts = [...backend.store.chainAccounts.scan('byAccount', [account])]
  const networkIds = new Set(balancesOf(backend, account).map(({ networkId }) => networkId))
  const balances = [...networkIds].flatMap((networkId) => totalsOf(backend, account, { networkId }))
  const fundedAccounts = accounts.filter(({ balance }) => balance !== '0')
  const heldBalances = balances.filter(({ amount }) => amount !== '0')
  return [
    ...fundedAccounts.map(({ networkId }) => nativeOf(backend, account, networkId)),
    ...heldBalances.map((balance) => tokenOf(backend, balance)),
  ].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.networkId - b.networkId)
}

function nativeOf(backend: WorldBackend, account: Account, networkId: number): LedgerAsset {
  const family = familyOf(account)
  const { name: network, symbol } = networkNameOf(backend, family, networkId)
  const decimals = nativeDecimalsOf(family)
  const amount = formatUnits(accountAt(backend, { account, networkId }).balance, decimals)
  return { kind: 'native', networkId, network, name: symbol, symbol, decimals, amount }
}

function tokenOf(backend: WorldBackend, { kind, networkId, contract, tokenId, amount }: TokenBalance): LedgerAsset {
  const { name, symbol, decimals } = describe(backend, contract, networkId)
  const digits = kind === 'nft' ? 0 : decimals
  return {
    kind,
    networkId,
    network: networkNameOf(backend, familyOf(contract), networkId).name,
    contractAddress: shownAddress(contract),
    ...defined({ tokenId }),
    name,
    symbol,
    decimals: digits,
    amount: formatUnits(BigInt(amount), digits),
  }
}

const undescribed = { name: 'Token', symbol: 'TOKEN', decimals: 0 }
const describe = (backend: WorldBackend, contract: Account, networkId: number) =>
  tokenContract(backend, contract, networkId) ?? undescribed

/** A transaction of an EVM chain or of Solana. */
function presentLedgerTransaction(backend: WorldBackend, transaction: LedgerTransaction): ShownTransaction {
  const { family, networkId, hash, status, blockNumber, createdAt, from, to, value, fee, reason, transfers } =
    transaction
  const { name: network, symbol } = networkNameOf(backend, family, networkId)
  const decimals = nativeDecimalsOf(family)
  return {
    chain: family === chainNamespace('SOL') ? 'SOL' : 'EVM',
    networkId,
    network,
    hash,
    status,
    blockNumber,
    createdAt,
    from: shownAddress(from),
    ...defined({ to: to === undefined ? undefined : shownAddress(to) }),
    symbol,
    value: formatUnits(BigInt(value), decimals),
    fee: formatUnits(BigInt(fee), decimals),
    ...defined({ reason }),
    transfers: transfers.map((transfer) => presentTransfer(backend, transfer, { networkId, symbol, decimals })),
  }
}

interface Currency {
  readonly networkId: number
  readonly symbol: string
  readonly decimals: number
}

function presentTransfer(
  backend: WorldBackend,
  { kind, contract, tokenId, from, to, amount }: Transfer,
  currency: Currency,
): ShownTransfer {
  const { symbol, decimals } = contract === undefined ? currency : describe(backend, contract, currency.networkId)
  return {
    kind,
    ...defined({
      contractAddress: contract === undefined ? undefined : shownAddress(contract),
      tokenId,
      from: from === undefined ? undefined : shownAddress(from),
      to: to === undefined ? undefined : shownAddress(to),
    }),
    symbol,
    amount: formatUnits(BigInt(amount), tokenId === undefined ? decimals : 0),
  }
}

/** The transactions that wait, newest first: all of them, or those from and to an account. */
export function presentPending(backend: WorldBackend, at: { readonly account?: Account } = {}): ShownPending[] {
  const waiting: readonly (WaitingTransaction & { readonly nonce?: number })[] = [
    ...pendingTransactions(backend),
    ...waitingTransactions(backend),
  ]
  return inOrder(waiting)
    .filter(({ account, to }) => at.account === undefined || account === at.account || to === at.account)
    .toReversed()
    .map(({ networkId, hash, createdAt, account, to, value, nonce }) => {
      const family = familyOf(account)
      const { name: network, symbol } = networkNameOf(backend, family, networkId)
      return {
        chain: family === chainNamespace('SOL') ? 'SOL' : 'EVM',
        networkId,
        network,
        hash,
        createdAt,
        from: shownAddress(account),
        ...defined({ to: to === undefined ? undefined : shownAddress(to) }),
        symbol,
        value: formatUnits(BigInt(value), nativeDecimalsOf(family)),
        ...defined({ nonce }),
      }
    })
}

/** The latest transactions that touch an account, on all networks of its chain. */
export function latestTransactionsOf(
  backend: WorldBackend,
  account: Account,
  { chain, limit }: { readonly chain: LedgerChain; readonly limit: number },
): ShownTransaction[] {
  const transactionsByNetwork = networkIdsOfLedger(backend, chain).map((networkId) =>
    transactionsOf(backend, { account, networkId }, { limit }),
  )
  return newestFirst(transactionsByNetwork, limit).map((transaction) => presentLedgerTransaction(backend, transaction))
}

/** A block, as people read it. */
interface ShownBlock {
  readonly chain: LedgerChain
  readonly networkId: number
  readonly network: string
  readonly number: number
  readonly hash: string
  readonly createdAt: string
  /** The number of transactions in it. */
  readonly transactions: number
}

interface LatestQuery {
  /** @default all */
  readonly chain?: LedgerChain | undefined
  /** @default all networks of the chain */
  readonly networkId?: number | undefined
  readonly limit: number
}

/** All lists are newest first. */
export interface Latest {
  readonly blocks: ShownBlock[]
  readonly transactions: ShownTransaction[]
  /** All that wait for a block. */
  readonly pending: ShownPending[]
  /** All that wait for a bundle. */
  readonly operations: ShownOperation[]
}

/** The latest blocks and transactions. */
export function latestOfLedger(backend: WorldBackend, { chain: only, networkId: onlyId, limit }: LatestQuery): Latest {
  const { chainBlocks, chainTransactions } = backend.store
  const networks = ledgerChains
    .filter((chain) => only === undefined || chain === only)
    .flatMap((chain) => networkIdsOfLedger(backend, chain).map((networkId) => ({ chain, networkId })))
    .filter(({ networkId }) => onlyId === undefined || networkId === onlyId)
  const isAsked = ({ chain, networkId }: { readonly chain: LedgerChain; readonly networkId: number }) =>
    (only === undefined || chain === only) && (onlyId === undefined || networkId === onlyId)
  const latest = { descending: true, offset: 0, limit }
  const blocks = networks.map(({ chain, networkId }) =>
    chainBlocks.page('byNumber', [chainNamespace(chain), networkId], latest).map((block) => ({ ...block, chain })),
  )
  const transactions = networks.map(({ chain, networkId }) =>
    chainTransactions.page('byBlock', [chainNamespace(chain), networkId], latest),
  )
  return {
    blocks: newestFirst(blocks, limit).map(({ chain, family, networkId, number, hash, createdAt }) => ({
      chain,
      networkId,
      network: networkNameOf(backend, family, networkId).name,
      number,
      hash,
      createdAt,
      transactions: transactionsIn(backend, { family, networkId }, number).length,
    })),
    transactions: newestFirst(transactions, limit).map((transaction) => presentLedgerTransaction(backend, transaction)),
    pending: presentPending(backend).filter(isAsked),
    operations: presentOperations(backend).filter((operation) => isAsked({ ...operation, chain: 'EVM' })),
  }
}

/**
 * Merges lists that are each in the order of their chain, newest first. Ids of one instant are in the order in which they
 * were made.
 */
function newestFirst<R extends { readonly createdAt: string; readonly id: string }>(
  lists: readonly (readonly R[])[],
  limit: number,
): R[] {
  const rests = lists.map((list) => [...list])
  const merged: R[] = []
  while (merged.length < limit) {
    const [newest] = rests
      .filter((rest) => rest.length > 0)
      .sort(([a], [b]) => (keyOf(a as R) < keyOf(b as R) ? 1 : -1))
    if (!newest) break
    merged.push(newest.shift() as R)
  }
  return merged
}

const keyOf = ({ createdAt, id }: { readonly createdAt: string; readonly id: string }) => createdAt + id
