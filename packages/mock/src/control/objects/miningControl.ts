import { mineBlock } from '@latchkey/chains/ledger/blocks'
import { dropPending, isWaiting, setAutomine } from '@latchkey/chains/ledger/pending'
import {
  dropWaiting,
  setAutomine as setClusterAutomine,
  waitingTransactions,
} from '@latchkey/chains/ledger/solana/solanaPending'
import { networkIdsOf, solanaCluster } from '@latchkey/chains/networks'
import { chainNamespace } from '@latchkey/crypto/chainAddresses'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import type { WorldBackend } from '../../domain/shared/backend.ts'
import { transact, type World } from '../../world/world.ts'
import type { LedgerChain } from '../views/ledgerNetworks.ts'
import { assertNode } from './assertNode.ts'
import { assertSimulated } from './assertSimulated.ts'
import { mainNetworkIds } from './ledgerControl.ts'

/** Decides when transactions get into blocks. On Solana they are final then. */
export interface MiningControl {
  /**
   * Mines blocks. The first block takes waiting transactions, as many as its gas or compute units allow: those that pay
   * more come first, and on EVM chains those of one sender in the order of their nonces. Bundles of the waiting user
   * operations follow.
   *
   * @param input.chain - @default 'EVM'
   * @param input.blocks - @default 1
   * @param input.networkId - @default 1, or 101 on Solana
   * @throws TypeError for a network without a node
   */
  mine(input?: {
    readonly chain?: LedgerChain | undefined
    readonly networkId?: number | undefined
    readonly blocks?: number | undefined
  }): Promise<void>
  /**
   * Turns automatic mining of a network on or off.
   *
   * While it is off, transactions that clients send to the network's JSON-RPC wait until `mine` is called: they have no
   * receipt, and a transaction with the same nonce and a tenth more fee replaces a waiting one. When it is turned on
   * again, waiting transactions are mined, except those behind a missing nonce, which wait for it in either case. User
   * operations wait for a bundle. Payments of the simulated businesses are mined at once in either case. On Solana,
   * waiting transactions have no status, and one whose blockhash expires never lands.
   *
   * @param network - An EVM chain by its chain id, Solana by its cluster, such as `devnet`. @default 1
   * @throws TypeError for an unknown chain
   */
  setAutomine(isEnabled: boolean, network?: number | string): Promise<void>
  /**
   * Drops a waiting transaction or user operation, as nodes do with one that offers too little.
   *
   * @param hash - Its hash; on Solana the transaction's signature.
   * @param network - As for `setAutomine`. @default 1
   * @throws TypeError when none with this hash waits
   */
  dropTransaction(hash: string, network?: number | string): Promise<void>
}

/** The transactions that wait on the chains of one family. */
interface Pool {
  isWaiting(reader: LedgerReader, networkId: number): boolean
  loadMining(): Promise<{ mineWaiting(backend: WorldBackend, networkId: number): boolean }>
  setAutomine(backend: WorldBackend, networkId: number, isEnabled: boolean): void
  drop(backend: WorldBackend, networkId: number, hash: string): boolean
}

type LedgerReader = { readonly store: World['store']['reader'] }

const pools: Readonly<Record<LedgerChain, Pool>> = {
  EVM: {
    isWaiting,
    loadMining: () => import('@latchkey/chains/ledger/evm/mining'),
    setAutomine,
    drop: (backend, networkId, hash) => dropPending(backend, networkId, hash.toLowerCase()),
  },
  SOL: {
    isWaiting: (reader, networkId) => waitingTransactions(reader, networkId).length > 0,
    loadMining: () => import('@latchkey/chains/ledger/solana/solanaMining'),
    setAutomine: setClusterAutomine,
    drop: dropWaiting,
  },
}

interface NetworkOfChain {
  readonly chain: LedgerChain
  readonly networkId: number
}

/** @throws TypeError for a network that has no node */
function networkOf(backend: WorldBackend, network: number | string, call: string): NetworkOfChain {
  if (typeof network === 'string') {
    const cluster = solanaCluster(network)
    if (!cluster) throw new TypeError(`Failed to call "${call}": there is no cluster "${network}" of Solana.`)
    return { chain: 'SOL', networkId: cluster.networkId }
  }
  if (!networkIdsOf('EVM').includes(network) && !isCustomEvmNetwork(backend, network))
    throw new TypeError(`Failed to call "${call}": there is no EVM chain ${network}.`)
  return { chain: 'EVM', networkId: network }
}

export function createMiningControl(world: World): MiningControl {
  /** Mines blocks of transactions that wait, at most so many. @returns How many there are */
  async function mineWaiting({ chain, networkId }: NetworkOfChain, limit: number): Promise<number> {
    const pool = pools[chain]
    if (!pool.isWaiting({ store: world.store.reader }, networkId)) return 0
    const mining = await pool.loadMining()
    const mine = () => transact(world, (backend) => mining.mineWaiting(backend, networkId))
    let mined = 0
    while (mined < limit && (await mine())) mined += 1
    return mined
  }

  return {
    async mine({ chain = 'EVM', networkId = mainNetworkIds[chain], blocks = 1 } = {}) {
      assertNode({ store: world.store.reader }, { chain, networkId }, 'chain.mine()')
      assertSimulated(world, { chain, networkId }, 'chain.mine()')
      const mined = await mineWaiting({ chain, networkId }, blocks)
      const network = { family: chainNamespace(chain), networkId }
      await transact(world, (backend) => {
        for (let block = mined; block < blocks; block++) mineBlock(backend, network)
      })
    },
    async setAutomine(isEnabled, network = mainNetworkIds.EVM) {
      const chosen = await transact(world, (backend) => {
        const { chain, networkId } = networkOf(backend, network, 'chain.setAutomine()')
        assertSimulated(world, { chain, networkId }, 'chain.setAutomine()')
        pools[chain].setAutomine(backend, networkId, isEnabled)
        return { chain, networkId }
      })
      if (isEnabled) await mineWaiting(chosen, Infinity)
    },
    async dropTransaction(hash, network = mainNetworkIds.EVM) {
      await transact(world, (backend) => {
        const { chain, networkId } = networkOf(backend, network, 'chain.dropTransaction()')
        assertSimulated(world, { chain, networkId }, 'chain.dropTransaction()')
        if (!pools[chain].drop(backend, networkId, hash))
          throw new TypeError(
            `Failed to call "chain.dropTransaction()": no transaction with this hash waits on chain ${network}.`,
          )
      })
    },
  }
}
