import { chainNamespace } from '../../domain/chains/chains.ts'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import { networkIdsOf } from '../../domain/chains/networks.ts'
import { mineBlock } from '../../outside/ledger/blocks.ts'
import { pendingTransactions, setAutomine } from '../../outside/ledger/pending.ts'
import { transact, type World } from '../../world/world.ts'
import type { LedgerChain } from '../views/ledgerNetworks.ts'
import { mainNetworkIds } from './ledgerControl.ts'

/** Decides when transactions of the EVM chains get into blocks. Those of Solana are final at once. */
export interface MiningControl {
  /**
   * Mines the waiting transactions, each in its own block, and then empty blocks until there are as many as requested.
   *
   * @param input.blocks - @default 1
   * @param input.networkId - @default 1, or 101 on Solana
   */
  mine(input?: {
    readonly chain?: LedgerChain | undefined
    readonly networkId?: number | undefined
    readonly blocks?: number | undefined
  }): Promise<void>
  /**
   * Turned off, the transactions that clients send to a network's JSON-RPC wait until `mine` is called: they have no
   * receipt, and another one with the same nonce and a tenth more fee replaces them. Turned on again, those that wait
   * are mined. User operations and payments of businesses outside are mined at once in either case.
   *
   * @param networkId - An EVM chain. @default 1
   * @throws TypeError for an unknown chain
   */
  setAutomine(isEnabled: boolean, networkId?: number): Promise<void>
  /**
   * Forgets a transaction that waits, as nodes do with one that offers too little.
   *
   * @param networkId - @default 1
   * @throws TypeError when no such transaction waits
   */
  dropTransaction(hash: string, networkId?: number): Promise<void>
}

export function createMiningControl(world: World): MiningControl {
  async function minePending(networkId: number): Promise<number> {
    if (pendingTransactions({ store: world.store.reader }, networkId).length === 0) return 0
    const submit = await import('../../outside/ledger/evm/submit.ts')
    return transact(world, (backend) => submit.minePending(backend, networkId))
  }
  return {
    async mine({ chain = 'EVM', networkId = mainNetworkIds[chain], blocks = 1 } = {}) {
      const mined = chain === 'EVM' ? await minePending(networkId) : 0
      const network = { family: chainNamespace(chain), networkId }
      await transact(world, (backend) => {
        for (let block = mined; block < blocks; block++) mineBlock(backend, network)
      })
    },
    async setAutomine(isEnabled, networkId = mainNetworkIds.EVM) {
      await transact(world, (backend) => {
        if (!networkIdsOf('EVM').includes(networkId) && !isCustomEvmNetwork(backend, networkId))
          throw new TypeError(`Failed to call "chain.setAutomine()": there is no EVM chain ${networkId}.`)
        setAutomine(backend, networkId, isEnabled)
      })
      if (isEnabled) await minePending(networkId)
    },
    async dropTransaction(hash, networkId = mainNetworkIds.EVM) {
      await transact(world, ({ store }) => {
        const pending = store.pendingTransactions.find('byHash', [networkId, hash.toLowerCase()])
        if (!pending)
          throw new TypeError(
            `Failed to call "chain.dropTransaction()": no transaction with this hash waits on chain ${networkId}.`,
          )
        store.pendingTransactions.delete(pending.id)
      })
    },
  }
}
