import { addressKey, chainNamespace, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import { shownAddress } from '../../domain/chains/shownAddress.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { transact, type World } from '../../world/world.ts'
import { type LedgerChain, ledgerChains, type LedgerNetwork, networksOfLedger } from './ledgerNetworks.ts'
import {
  assetsOf,
  type Latest,
  latestOfLedger,
  latestTransactionsOf,
  type LedgerAsset,
  presentPending,
  type ShownPending,
  type ShownTransaction,
} from './ledgerView.ts'
import { presentOperations, type ShownOperation } from './waitingOperations.ts'

type Chain = components['schemas']['ChainEnum']

/** The assets and transactions of an address on all networks of its chain. */
interface AddressView {
  readonly chain: Chain
  /** On EVM chains with its checksum. */
  readonly address: string
  /** Whether the ledger keeps the chain's currency and transactions. Tokens and NFTs it keeps on every chain. */
  readonly isInLedger: boolean
  /** Currencies first, then tokens and NFTs. */
  readonly assets: readonly LedgerAsset[]
  /** Those from and to the address that wait for a block, newest first. */
  readonly pending: readonly ShownPending[]
  /** The user operations for which it pays, and that wait for a bundle, newest first. */
  readonly operations: readonly ShownOperation[]
  /** Newest first. */
  readonly transactions: readonly ShownTransaction[]
}

interface LatestQuery {
  /** @default both */
  readonly chain?: LedgerChain | undefined
  /** @default all networks */
  readonly networkId?: number | undefined
  /** @default 50 */
  readonly limit?: number | undefined
}

/** The simulated chains as a person at the inspector sees them: over all networks, with amounts in whole units. */
export interface ChainViewControl {
  /** The networks of the EVM chains and of Solana, with the number of the latest block. */
  networks(): Promise<LedgerNetwork[]>
  /**
   * The balances of an address on all networks, and the latest transactions that touch it.
   *
   * @param options.chain - @default EVM for an address that begins with `0x`, otherwise Solana
   * @param options.limit - Of the transactions. @default 50
   * @throws TypeError for a text that is not an address of the chain
   */
  address(
    address: string,
    options?: { readonly chain?: Chain | undefined; readonly limit?: number | undefined },
  ): Promise<AddressView>
  /** The latest blocks and transactions, and the transactions and user operations that wait for a block. */
  latest(query?: LatestQuery): Promise<Latest>
}

const defaultLimit = 50

export function createChainViewControl(world: World): ChainViewControl {
  return {
    networks: async () => transact(world, networksOfLedger),
    async address(address, { chain = address.startsWith('0x') ? 'EVM' : 'SOL', limit = defaultLimit } = {}) {
      if (!isAddressOf(chain, address))
        throw new TypeError(`Failed to call "chain.address()": "${address}" is not an address of ${chain}.`)
      return transact(world, (backend) => addressView(backend, { chain, address, limit }))
    },
    latest: async ({ limit = defaultLimit, ...query } = {}) =>
      transact(world, (backend) => latestOfLedger(backend, { ...query, limit })),
  }
}

function addressView(
  backend: WorldBackend,
  { chain, address, limit }: { readonly chain: Chain; readonly address: string; readonly limit: number },
): AddressView {
  const account = addressKey(chain, address)
  const ledgerChain = ledgerChainOf(chain)
  return {
    chain,
    address: ledgerChain ? shownAddress(account) : address,
    isInLedger: ledgerChain !== undefined,
    assets: assetsOf(backend, account),
    pending: presentPending(backend, { account }),
    operations: presentOperations(backend, { account }),
    transactions: ledgerChain ? latestTransactionsOf(backend, account, { chain: ledgerChain, limit }) : [],
  }
}

/** The chain of the ledger that shares a chain's addresses; `undefined` where the ledger keeps no currency. */
function ledgerChainOf(chain: Chain): LedgerChain | undefined {
  return ledgerChains.find((each) => chainNamespace(each) === chainNamespace(chain))
}
