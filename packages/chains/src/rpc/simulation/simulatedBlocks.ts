import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { Hex } from '../../codecs/evmTransactions.ts'
import { type Block, hashOfBlock } from '../../ledger/blocks.ts'
import type { BlockContext } from '../../ledger/evm/callContext.ts'
import { zeroAddress } from '../../ledger/evm/erc20.ts'
import { accountOf } from '../../ledger/evm/execution.ts'
import type { BlockOverrides } from '../blockOverrides.ts'
import { RpcError } from '../jsonRpc.ts'
import { blockLimit, tooManyBlocks } from './simulationParams.ts'

/** The seconds between two simulated blocks, as in common nodes. */
const step = 12n
/** The last instant that dates can show, in seconds. */
const lastInstant = 8_640_000_000_000n

/** The codes of common nodes for blocks that are not in order. */
const wrongNumber = -38_020
const wrongTime = -38_021

/** The block that a chain of simulated blocks begins after, and the usual fields of the first of them. */
export interface Start {
  readonly base: Pick<BlockContext, 'number' | 'time'>
  readonly first: BlockContext
}

/**
 * The blocks up to the next one of a simulation. A number that leaves some out asks for empty blocks in between.
 *
 * @param last - The simulated block before them; absent for the first ones.
 * @throws {@link RpcError} for a number or a time that is not after the block before
 */
export function blocksUntil(
  { base, first }: Start,
  last: BlockContext | undefined,
  overrides: BlockOverrides,
): readonly BlockContext[] {
  const { number: previous } = last ?? base
  const number = overrides.number ?? previous + 1
  if (number <= previous) throw new RpcError(wrongNumber, `block numbers must be in order: ${number} <= ${previous}`)
  if (number - base.number > blockLimit) throw tooManyBlocks()
  const blocks: BlockContext[] = []
  for (let next = previous + 1; next <= number; next++) {
    const before = blocks.at(-1) ?? last
    const time = before ? before.time + step : first.time
    blocks.push({ ...first, number: next, time })
  }
  const usual = blocks.pop() as BlockContext
  const { time } = blocks.at(-1) ?? last ?? base
  if (overrides.time !== undefined && overrides.time <= time)
    throw new RpcError(wrongTime, `block timestamps must be in order: ${overrides.time} <= ${time}`)
  if ((overrides.time ?? usual.time) > lastInstant)
    throw new RpcError('params', `invalid argument: time has to be at most ${lastInstant}`)
  return [...blocks, { ...usual, ...overrides }]
}

/** The record of a simulated block. @param content - The hashes of its transactions. */
export function recordOf(networkId: number, context: BlockContext, content: readonly Hex[]): Block {
  const { number, parentHash, time, baseFee, gasLimit, coinbase, randao } = context
  return {
    family: 'eip155',
    networkId,
    number,
    parentHash,
    hash: hashOfBlock(parentHash, number, ['simulated', time, ...content].join(':')),
    createdAt: isoOf(Number(time) * 1000),
    baseFee: baseFee.toString(),
    gasLimit: gasLimit.toString(),
    ...defined({ coinbase: coinbase === zeroAddress ? undefined : accountOf(coinbase), randao }),
  }
}
