import { chainNamespace } from '../../domain/chains/chains.ts'
import { isCustomEvmNetwork } from '../../domain/chains/evmNetworks.ts'
import { networkIdsOf } from '../../domain/chains/networks.ts'
import { mineBlock } from '../../outside/ledger/blocks.ts'
import { dropPending, isWaiting, setAutomine } from '../../outside/ledger/pending.ts'
import { transact, type World } from '../../world/world.ts'
import type { LedgerChain } from '../views/ledgerNetworks.ts'
import { assertPretended } from './assertPretended.ts'
import { mainNetworkIds } from './ledgerControl.ts'

/** Decides when transactions of the EVM chains get into blocks. Those of Solana are final at once. */
export interface MiningControl {
  /**
   * Mines blocks. The first one has the transactions that wait, as many as it has gas for: those that pay more first,
   * and those of one sender in the order of their nonces. Behind them are bundles of the user operations that wait.
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
   * are mined, except those behind a missing nonce, which wait for it in either case. User operations wait for a bundle.
   * Payments of businesses outside are mined at once in either case.
   *
   * @param networkId - An EVM chain. @default 1
   * @throws TypeError for an unknown chain
   */
  setAutomine(isEnabled: boolean, networkId?: number): Promise<void>
  /**
   * Forgets a transaction or a user operation that waits, as nodes do with one that offers too little.
   *
   * @param networkId - @default 1
   * @throws TypeError when none with this hash waits
   */
  dropTransaction(hash: string, networkId?: number): Promise<void>
}

export function createMiningControl(world: World): MiningControl {
  /** Mines blocks of transactions that wait, at most so many. @returns How many there are */
  async function mineWaiting(networkId: number, limit: number): Promise<number> {
    if (!isWaiting({ store: world.store.reader }, networkId)) return 0
    const mining = await import('../../outside/ledger/evm/mining.ts')
    const mine = () => transact(world, (backend) => mining.mineWaiting(backend, networkId))
    let mined = 0
    while (mined < limit && (await mine())) mined += 1
    return mined
  }

  return {
    async mine({ chain = 'EVM', networkId = mainNetworkIds[chain], blocks = 1 } = {}) {
      if (chain === 'EVM') assertPretended(world, networkId, 'chain.mine()')
      const mined = chain === 'EVM' ? await mineWaiting(networkId, blocks) : 0
      const network = { family: chainNamespace(chain), networkId }
      await transact(world, (backend) => {
        for (let block = mined; block < blocks; block++) mineBlock(backend, network)
      })
    },
    async setAutomine(isEnabled, networkId = mainNetworkIds.EVM) {
      assertPretended(world, networkId, 'chain.setAutomine()')
      await transact(world, (backend) => {
        if (!networkIdsOf('EVM').includes(networkId) && !isCustomEvmNetwork(backend, networkId))
          throw new TypeError(`Failed to call "chain.setAutomine()": there is no EVM chain ${networkId}.`)
        setAutomine(backend, networkId, isEnabled)
      })
      if (isEnabled) await mineWaiting(networkId, Infinity)
    },
    async dropTransaction(hash, networkId = mainNetworkIds.EVM) {
      assertPretended(world, networkId, 'chain.dropTransaction()')
      await transact(world, (backend) => {
        if (!dropPending(backend, networkId, hash.toLowerCase()))
          throw new TypeError(
            `Failed to call "chain.dropTransaction()": no transaction with this hash waits on chain ${networkId}.`,
          )
      })
    },
  }
}
