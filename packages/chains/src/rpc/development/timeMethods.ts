import { instantOf, isoOf, toEpoch } from '@latchkey/base/clock'
import { latestBlock } from '../../ledger/blocks.ts'
import { changeSettings } from '../../ledger/chainSettings.ts'
import { RpcError } from '../jsonRpc.ts'
import type { DevelopmentNode, NodeMethod } from './nodeMethod.ts'
import { readNumber } from './readNumber.ts'

const noBlocks =
  'The first block of this chain is as old as Ethereum: mine one now by anvil_mine before you count from the latest.'

/** An instant that the mock's clock can show. @param seconds - Since the Unix epoch. @throws {@link RpcError} */
function assertInstant(seconds: number): number {
  const instant = toEpoch(seconds * 1000)
  if (Number.isNaN(instant)) throw new RpcError('params', 'Timestamp error: the clock cannot pass the year 9900')
  return instant
}

/**
 * Sets the mock's clock.
 *
 * @returns The instant, in epoch milliseconds.
 * @throws {@link RpcError} for a time before the latest block
 */
async function setTime({ host, run, networkId }: DevelopmentNode, value: unknown): Promise<number> {
  const seconds = readNumber(value, 'timestamp')
  const instant = assertInstant(seconds)
  const { number, createdAt } = await run(({ backend }) => latestBlock(backend, { family: 'eip155', networkId }))
  const latest = Math.floor(instantOf(createdAt) / 1000)
  if (seconds < latest)
    throw new RpcError('params', `Timestamp error: ${seconds} is lower than previous block's timestamp ${latest}`)
  if (number === 0 && instant < Math.floor(host.clock.now() / 1000) * 1000)
    throw new RpcError('params', `Timestamp error: ${seconds} is in the past. ${noBlocks}`)
  await host.clock.set(instant)
  return instant
}

/** Sets the mock's clock, and the instant of the next block, which a running clock would miss. */
export async function setNextTime(node: DevelopmentNode, value: unknown): Promise<void> {
  const instant = await setTime(node, value)
  await node.run(({ backend }) => changeSettings(backend, node.networkId, { nextInstant: isoOf(instant) }))
}

/** Time. There is one clock: that of the mock, with all its jobs and expiries. */
export const timeMethods = {
  async increaseTime({ host }, [value]) {
    const seconds = readNumber(value, 'seconds')
    assertInstant(host.clock.now() / 1000 + seconds)
    await host.clock.advance({ seconds })
    return seconds
  },
  async setTime(node, [value]) {
    await setTime(node, value)
    return null
  },
  async setNextBlockTimestamp(node, [value]) {
    await setNextTime(node, value)
    return null
  },
} satisfies Record<string, NodeMethod>
