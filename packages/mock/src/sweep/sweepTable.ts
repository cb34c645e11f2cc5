import type { SweepOutcome, SweepResult } from './playCase.ts'

const marks: Readonly<Record<SweepOutcome, string>> = {
  passes: '✓',
  fails: 'f',
  throws: 't',
  unhandled: 'U',
  crashes: 'C',
  hangs: 'H',
  loops: 'L',
  silent: 'S',
  blank: 'B',
  stale: 'X',
}

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
      return result ? markOf(result) : '·'
    })
    return `${failure.padEnd(width)}  ${cells.map((mark, index) => mark.padEnd(String(index + 1).length)).join(' ')}`
  })
  const faults = results.filter(({ fault }) => fault !== undefined).length
  return [
    `${name}: ${results.length} cases, ${faults} ${faults === 1 ? 'fault' : 'faults'}`,
    ...head,
    `${' '.repeat(width)}  ${calls.map((_, index) => index + 1).join(' ')}`,
    ...rows,
    '✓ passes, f fails, t throws; faults: U unhandled, C crashes, H hangs, L loops, S silent, B blank, X stale, ! not as expected',
  ].join('\n')
}

/** The mark of a result in the table. */
export function markOf({ outcome, fault }: SweepResult): string {
  return fault !== undefined && marks[outcome] === marks[outcome].toLowerCase() ? '!' : marks[outcome]
}
