import { toEpoch } from '@latchkey/base/clock'
import { firstSlotAt, slotMs, slotsInEpoch } from '../../../ledger/solana/slots.ts'
import { presentEpoch } from '../../solana/clusterMethods.ts'
import { invalidParam, readConfig, readCount } from '../../solana/solanaParams.ts'
import type { SolanaNode, SolanaNodeMethod } from './solanaNode.ts'

/** How far Surfpool goes when nobody says where to, in milliseconds. */
const defaultJump = 3_600_000

/** The present moment, in the units of each way to say where to go. */
interface Present {
  /** Of the mock's clock, in epoch milliseconds. */
  readonly instant: number
  readonly slot: number
}

interface Way {
  readonly unit: string
  readonly presentOf: (present: Present) => number
  /** The instant at which it is reached, in epoch milliseconds. */
  readonly instantOf: (target: number, present: Present) => number
}

/** Slots of equal length pass with time, and each transaction has made one more. */
function instantOfSlot(target: number, { instant, slot }: Present): number {
  const begunAt = instant - ((instant - firstSlotAt) % slotMs)
  return begunAt + (target - slot) * slotMs
}

/** The ways to say where to go. */
const ways: Readonly<Record<string, Way>> = {
  absoluteTimestamp: { unit: 'timestamp', presentOf: ({ instant }) => instant, instantOf: (target) => target },
  absoluteSlot: { unit: 'slot', presentOf: ({ slot }) => slot, instantOf: instantOfSlot },
  absoluteEpoch: {
    unit: 'epoch',
    presentOf: ({ slot }) => Math.floor(slot / slotsInEpoch),
    instantOf: (target, present) => instantOfSlot(target * slotsInEpoch, present),
  },
}

/** @returns The instant to go to, in epoch milliseconds. @throws {@link RpcError} for one that is past or too far */
function readTarget(config: Readonly<Record<string, unknown>>, present: Present): number {
  const entries = Object.entries(config)
  const [[name, value] = ['absoluteTimestamp', present.instant + defaultJump]] = entries
  const way = Object.hasOwn(ways, name) ? ways[name] : undefined
  if (!way || entries.length > 1)
    throw invalidParam(`Invalid params: expected one of ${Object.keys(ways).join(', ')}, with a number.`)
  const target = readCount(value)
  const current = way.presentOf(present)
  if (target < current) throw invalidParam(`Cannot travel to past ${way.unit}: target=${target}, current=${current}`)
  if (target === current) return present.instant
  const instant = toEpoch(way.instantOf(target, present))
  if (Number.isNaN(instant)) throw invalidParam('The clock cannot pass the year 9900.')
  return instant
}

const epochOf = ({ run }: SolanaNode) => run(presentEpoch)

/** Time. There is one clock: that of the mock, with all its jobs and expiries. */
export const timeMethods = {
  async surfnet_timeTravel(node, [config]) {
    const { host, run } = node
    const instant = host.clock.now()
    const slot = await run((call) => call.slot)
    await host.clock.set(readTarget(readConfig(config), { instant, slot }))
    return epochOf(node)
  },
  surfnet_pauseClock(node) {
    node.host.clock.freeze()
    return epochOf(node)
  },
  surfnet_resumeClock(node) {
    node.host.clock.resume()
    return epochOf(node)
  },
} satisfies Record<string, SolanaNodeMethod>
