import { createWatchers } from '@latchkey/base/watchers'
import type { PostedSweepReport } from '@latchkey/contract/sweepReport'
import { isUnexpected } from '@latchkey/contract/sweepResults'

/** A report of a sweep that was added. */
interface AddedSweep {
  /** `sweep-1`. An id is never used twice. */
  readonly id: string
  /** The name of the test. */
  readonly name: string
  /** By the clock of the mock, in ISO 8601. */
  readonly addedAt: string
  readonly cases: number
  /** How many faults there are that are not known, and known ones that have gone. */
  readonly faults: number
}

/**
 * Reports of sweeps, which the inspector shows. The latest 20 are kept in memory; a reset leaves them, and a fork begins
 * without any.
 */
export interface SweepsControl {
  /** Adds a report, as a sweep writes it. */
  add(report: PostedSweepReport): AddedSweep
  /** The latest first. */
  list(): AddedSweep[]
  /** @throws TypeError when there is no such report */
  get(id: string): PostedSweepReport
  /** @throws TypeError when there is no such report */
  drop(id: string): void
  /** Calls a function each time a report was added or dropped. @returns A function that ends it */
  watch(listener: () => void): () => void
}

const mostReports = 20

/** @param now - The time of the mock, in ISO 8601. */
export function createSweepsControl(now: () => string, report: (cause: unknown) => void): SweepsControl {
  const sweeps = new Map<string, { readonly added: AddedSweep; readonly report: PostedSweepReport }>()
  const { watch, tell } = createWatchers<[]>(report)
  let count = 0
  const find = (name: string, id: string) => {
    const sweep = sweeps.get(id)
    if (!sweep) throw new TypeError(`Failed to call "sweeps.${name}()": there is no report "${id}".`)
    return sweep
  }
  return {
    add(report) {
      const { name, results } = report
      const added = {
        id: `sweep-${(count += 1)}`,
        name,
        addedAt: now(),
        cases: results.length,
        faults: results.filter(isUnexpected).length,
      }
      sweeps.set(added.id, { added, report })
      const [oldest] = sweeps.keys()
      if (sweeps.size > mostReports && oldest !== undefined) sweeps.delete(oldest)
      tell()
      return added
    },
    list: () => Array.from(sweeps.values(), ({ added }) => added).toReversed(),
    get: (id) => find('get', id).report,
    drop(id) {
      find('drop', id)
      sweeps.delete(id)
      tell()
    },
    watch,
  }
}
