import { dropPending, isAutomined } from '../../../outside/ledger/pending.ts'
import { readHash, readObject } from '../../../outside/rpc/evmParams.ts'
import { RpcError } from '../../../outside/rpc/jsonRpc.ts'
import type { NodeMethod } from './nodeMethod.ts'
import { readNumber } from './readNumber.ts'
import { setTime } from './timeMethods.ts'

/** How many blocks one call makes: each is a record of the ledger. */
const blockLimit = 10_000

function readBlocks(value: unknown): number {
  const blocks = value === undefined || value === null ? 1 : readNumber(value, 'blocks')
  if (blocks > blockLimit) throw new RpcError('params', `one call mines at most ${blockLimit} blocks, not ${blocks}`)
  return blocks
}

/** The fields of `evm_mine`: an instant, or an object with an instant and a number of blocks. */
function readMineAt(value: unknown): Readonly<Record<string, unknown>> {
  if (value === undefined || value === null) return {}
  return typeof value === 'object' ? readObject(value, 'options') : { timestamp: value }
}

/** When transactions get into blocks. */
export const miningMethods = {
  async mine({ mock, networkId }, [value, interval]) {
    const blocks = readBlocks(value)
    const seconds = readNumber(interval ?? 0, 'interval')
    if (seconds === 0) {
      if (blocks > 0) await mock.chain.mine({ networkId, blocks })
      return null
    }
    for (let block = 0; block < blocks; block++) {
      await mock.clock.advance({ seconds })
      await mock.chain.mine({ networkId })
    }
    return null
  },
  async mineAt(node, [value]) {
    const { timestamp, blocks } = readMineAt(value)
    const count = readBlocks(blocks)
    if (timestamp !== undefined && timestamp !== null) await setTime(node, timestamp)
    if (count > 0) await node.mock.chain.mine({ networkId: node.networkId, blocks: count })
    return '0x0'
  },
  async setAutomine({ mock, networkId }, [isEnabled]) {
    if (typeof isEnabled !== 'boolean') throw new RpcError('params', 'invalid argument: enabled has to be a boolean')
    await mock.chain.setAutomine(isEnabled, networkId)
    return null
  },
  getAutomine: ({ run, networkId }) => run(({ backend }) => isAutomined(backend, networkId)),
  dropTransaction: ({ run, networkId }, [value]) =>
    run(({ backend }) => {
      const hash = readHash(value)
      return dropPending(backend, networkId, hash) ? hash : null
    }),
} satisfies Record<string, NodeMethod>
