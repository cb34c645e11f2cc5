import { blockInSlot } from '../../ledger/solana/solanaBlocks.ts'
import { RpcError } from '../jsonRpc.ts'
import { readBlockView } from './presentBlock.ts'
import type { SolanaCall, SolanaMethods } from './solanaCall.ts'
import { assertConfirmed, invalidParam, readConfig, readCount } from './solanaParams.ts'

/** The most slots that nodes list at once. */
const rangeLimit = 500_000

/** The methods that read blocks. Every slot has one, and each is final. */
export const blockMethods: SolanaMethods = {
  getBlock(call, [slot, options]) {
    // In an older form, the encoding stands in place of the options.
    const config = typeof options === 'string' ? { encoding: options } : readConfig(options)
    assertConfirmed(config)
    const present = readBlockView(config)
    return present(call.networkId, blockInSlot(call.backend, call.networkId, readPastSlot(call, slot)))
  },
  getBlockTime(call, [slot]) {
    const { instant } = blockInSlot(call.backend, call.networkId, readPastSlot(call, slot))
    return Math.floor(instant / 1000)
  },
  getBlocks({ slot }, [first, last, options]) {
    const start = readCount(first)
    const isConfig = typeof last === 'object' && last !== null
    assertConfirmed(readConfig(isConfig ? last : options))
    const end = isConfig || last === undefined || last === null ? start + rangeLimit : readCount(last)
    return slotsBetween(start, Math.min(end, slot))
  },
  getBlocksWithLimit({ slot }, [first, count, options]) {
    const [start, limit] = [readCount(first), readCount(count)]
    assertConfirmed(readConfig(options))
    if (limit > rangeLimit) throw invalidParam(`Limit too large; max ${rangeLimit}`)
    return slotsBetween(start, Math.min(start + limit - 1, slot))
  },
  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,
}

function slotsBetween(start: number, end: number): number[] {
  if (end - start > rangeLimit) throw invalidParam(`Slot range too large; max ${rangeLimit}`)
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index)
}

/** A slot that is not after the present one. @throws {@link RpcError} */
function readPastSlot({ slot }: SolanaCall, value: unknown): number {
  const wanted = readCount(value)
  if (wanted > slot) throw new RpcError(-32_004, `Block not available for slot ${wanted}`)
  return wanted
}
