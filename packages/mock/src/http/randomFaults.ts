import { longestDelayMs } from '@latchkey/base/clock'
import { didYouMean } from '@latchkey/base/nearest'
import { createRandom } from '@latchkey/base/random'
import { type FaultTarget, faultTargets } from '@latchkey/contract/faultTargets'
import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'
import type { Fault } from './fault.ts'

/** Anything that a random fault can happen to. */
type Target = Exclude<FaultTarget, '*'>

/**
 * The kinds of random faults: a `refusal` that the operation documents, an `outage` (503), no `connection`, a `lost`
 * reply, one that is `cut` off or that `stalls`, and one that comes late (`delay`).
 */
export type RandomFaultKind = 'refusal' | 'outage' | 'connection' | 'lost' | 'cut' | 'stall' | 'delay'

/** Faults that happen by chance, the same ones for the same calls and seed. */
export interface RandomFaults {
  /** The share of calls that fail, from 0 (none) to 1 (all). */
  readonly rate: number
  /** @default 'chaos' */
  readonly seed?: string | undefined
  /** @default all kinds */
  readonly kinds?: readonly RandomFaultKind[] | undefined
  /** The operations, and steps at the relay, that fail. @default all */
  readonly operations?: readonly Target[] | undefined
  /** Milliseconds of a delay: the shortest and the longest, up to 2147483647. @default [0, 2000] */
  readonly delayMs?: readonly [shortest: number, longest: number] | undefined
}

/** A share of 1, by which a choice is made. */
type Lot = number

const makers: Readonly<Record<RandomFaultKind, (id: Target, lot: Lot, delayMs: readonly [number, number]) => Fault>> = {
  refusal: (id, lot) => ({ status: choose(refusalsOf(id), lot) ?? 429 }),
  outage: () => ({ status: 503 }),
  connection: () => ({ networkError: true }),
  lost: () => ({ loseReply: true }),
  cut: () => ({ truncate: true }),
  stall: () => ({ stall: true }),
  delay: (_, lot, [shortest, longest]) => ({ delayMs: Math.round(shortest + lot * (longest - shortest)) }),
}

const randomFaultKinds = Object.keys(makers) as RandomFaultKind[]

/** Statuses that depend on nothing but how the app's code writes a request. */
const ofTheCode = new Set([400, 405, 415])

function refusalsOf(id: Target): number[] {
  const row: OperationRow | undefined = operationTable[id as OperationId]
  return Object.keys(row?.errors ?? {})
    .map(Number)
    .filter((status) => status < 500 && !ofTheCode.has(status))
}

const choose = <T>(list: readonly T[], lot: Lot): T | undefined => list[Math.floor(lot * list.length)]

/** Why random faults cannot be as they are given, in a sentence; `undefined` if they can. */
export function problemOfRandomFaults({
  rate,
  kinds = [],
  operations = [],
  delayMs = [0, 0],
}: RandomFaults): string | undefined {
  if (!(rate >= 0 && rate <= 1)) return `rate takes a share from 0 to 1, not ${String(rate)}.`
  const kind = kinds.find((each) => !randomFaultKinds.includes(each))
  if (kind !== undefined) return `there is no kind "${String(kind)}". The kinds are ${randomFaultKinds.join(', ')}.`
  const operation = operations.find((each) => !(faultTargets as readonly string[]).includes(each))
  if (operation !== undefined)
    return `there is no operation "${String(operation)}".${didYouMean(String(operation), faultTargets)}`
  const [shortest, longest] = delayMs
  if (!(shortest >= 0 && longest >= shortest))
    return 'delayMs takes the shortest and the longest delay in milliseconds.'
  if (longest > longestDelayMs) return `delayMs takes milliseconds up to ${longestDelayMs}, not ${longest}.`
  return undefined
}

/** Draws the faults. A call's lot depends on the seed, its operation, and how many calls of it came before. */
export function createRandomFaults({
  rate,
  seed = 'chaos',
  kinds = randomFaultKinds,
  operations,
  delayMs = [0, 2000],
}: RandomFaults): (id: Target) => Fault | undefined {
  const counts = new Map<Target, number>()
  return (id) => {
    if (operations && !operations.includes(id)) return undefined
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    const bytes = new DataView(createRandom(`${seed} ${id} ${count}`).bytes(12).slice().buffer)
    const [hit = 1, kindLot = 0, lot = 0] = [0, 4, 8].map((offset) => bytes.getUint32(offset) / 2 ** 32)
    if (hit >= rate) return undefined
    const kind = choose(kinds, kindLot)
    return kind && makers[kind](id, lot, delayMs)
  }
}
