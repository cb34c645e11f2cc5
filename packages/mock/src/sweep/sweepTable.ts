import { counted } from '@latchkey/base/counted'
import { markOf } from '@latchkey/contract/sweepResults'
import type { SweepResult } from './playCase.ts'

/**
 * The results as a table: calls across, failures down, a mark each. Small letters are what the author judges; capitals
 * are faults, and `!` is what does not hold that the author expects.
 */
export function sweepTable(name: string, results: readonly SweepResult[]): string {
  const calls = [...new Set(results.map(({ call }) => call))]
  const failures = [...new Set(results.map(({ failure }) => failure))]
  const width = Math.max(...failures.map((failure) => failure.length), 0)
  const head = calls.map((call, index) => `${index + 1} ${call}`)
  const rows = failures.map((failure) => {
    const cells = calls.map((call) => {
      const result = results.find((each) => each.call === call && each.failure === failure)
      return result ? markOf(result)[0] : '·'
    })
    return `${failure.padEnd(width)}  ${cells.map((mark, index) => mark.padEnd(String(index + 1).length)).join(' ')}`
  })
  const faults = results.filter(({ fault }) => fault !== undefined).length
  const summary = `${name}: ${counted(results.length, 'case')}, ${counted(faults, 'fault')}`
  if (results.length === 0) return summary
  return [
    summary,
    ...head,
    `${' '.repeat(width)}  ${calls.map((_, index) => index + 1).join(' ')}`,
    ...rows,
    '✓ passes, f fails, t throws; faults: U unhandled, C crashes, H hangs, L loops, S silent, B blank, X stale, ! not as expected',
  ].join('\n')
}
