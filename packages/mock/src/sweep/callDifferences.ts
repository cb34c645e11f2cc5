import type { ReportedCall } from './reportedCall.ts'

/** A call of a run beside the same call of the run without failures. */
export interface ComparedCall {
  readonly call: ReportedCall
  /** `other` has another reply, `more` is not in the clean run, and `missing` is only there. */
  readonly difference: 'none' | 'other' | 'more' | 'missing'
  /** The same call in the clean run. */
  readonly clean?: ReportedCall
}

/**
 * The calls of a run in their order. Those that only the run without failures makes stand where the next one is that both
 * make, or at the end.
 */
export function callDifferences(clean: readonly ReportedCall[], calls: readonly ReportedCall[]): ComparedCall[] {
  const names = new Set(calls.map(({ name }) => name))
  /** The missing calls of the clean run right before one of its calls. */
  const missingBefore = (end: number): ComparedCall[] => {
    const before = clean.slice(0, end)
    const start = before.findLastIndex(({ name }) => names.has(name)) + 1
    return before.slice(start).map((call) => ({ call, difference: 'missing' }))
  }
  const compared = calls.flatMap((call): ComparedCall[] => {
    const index = clean.findIndex(({ name }) => name === call.name)
    const counterpart = clean[index]
    if (!counterpart) return [{ call, difference: 'more' }]
    const isOther = counterpart.status !== call.status || counterpart.code !== call.code
    return [...missingBefore(index), { call, difference: isOther ? 'other' : 'none', clean: counterpart }]
  })
  return [...compared, ...missingBefore(clean.length)]
}
