import { dropPending, isAutomined } from '../../ledger/pending.ts'
import { readHash, readObject } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'
import { endAnvilInterval } from './intervalMethods.ts'
import type { DevelopmentNode, NodeMethod } from './nodeMethod.ts'
import { readNumber } from './readNumber.ts'
import { setNextTime } from './timeMethods.ts'

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

interface Blocks {
  readonly blocks: number
  /** Between two blocks. */
  readonly seconds: number
  /** Before the first block. */
  readonly secondsBefore: number
}

async function mineBlocks({ host, networkId }: DevelopmentNode, { blocks, seconds, secondsBefore }: Blocks) {
  if (seconds === 0) {
    if (blocks > 0) await host.chain.mine({ networkId, blocks })
    return null
  }
  for (let block = 0; block < blocks; block++) {
    await host.clock.advance({ seconds: block === 0 ? secondsBefore : seconds })
    await host.chain.mine({ networkId })
  }
  return null
}

/** Forgets a transaction that waits. @returns Whether there was one */
const drop = ({ run, networkId }: DevelopmentNode, hash: string) =>
  run(({ backend }) => dropPending(backend, networkId, hash))

/** When transactions get into blocks. */
export const miningMethods = {
  mine(node, [value, interval]) {
    const seconds = readNumber(interval ?? 0, 'interval')
    return mineBlocks(node, { blocks: readBlocks(value), seconds, secondsBefore: seconds })
  },
  // In Hardhat, the time passes between the blocks, and none before the first.
  mineApart(node, [value, interval]) {
    return mineBlocks(node, {
      blocks: readBlocks(value),
      seconds: readNumber(interval ?? 0, 'interval'),
      secondsBefore: 0,
    })
  },
  async mineAt(node, [value]) {
    const { timestamp, blocks } = readMineAt(value)
    const count = readBlocks(blocks)
    if (timestamp !== undefined && timestamp !== null) await setNextTime(node, timestamp)
    if (count > 0) await node.host.chain.mine({ networkId: node.networkId, blocks: count })
    return '0x0'
  },
  async setAutomine({ host, run, networkId }, [isEnabled]) {
    if (typeof isEnabled !== 'boolean') throw new RpcError('params', 'invalid argument: enabled has to be a boolean')
    if (isEnabled) await run(endAnvilInterval)
    await host.chain.setAutomine(isEnabled, networkId)
    return null
  },
  getAutomine: ({ run, networkId }) => run(({ backend }) => isAutomined(backend, networkId)),
  async dropTransaction(node, [value]) {
    const hash = readHash(value)
    return (await drop(node, hash)) ? hash : null
  },
  // Hardhat answers whether there was one.
  dropIfWaiting: (node, [value]) => drop(node, readHash(value)),
} satisfies Record<string, NodeMethod>
