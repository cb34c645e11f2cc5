/** One line of the table: ours, a peer's, and what we want to reach. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly reach: string
  /** Whether it was reached; for a limit that is a time, what was taken and what the limit is. */
  readonly reached: boolean | { readonly tookMs: number; readonly limitMs: number }
}

/** A line whose limit is a time. */
export function timed(what: string, tookMs: number, peer: string, limitMs: number): Row {
  return { what, ours: duration(tookMs), peer, reach: `≤ ${duration(limitMs)}`, reached: { tookMs, limitMs } }
}

/** `12.3 µs`, `1.20 ms`, `1.50 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${(milliseconds * 1000).toFixed(milliseconds < 0.01 ? 2 : 1)} µs`
  return milliseconds < 1000 ? `${milliseconds.toFixed(2)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

export function bytes(count: number): string {
  return count < 1000 ? `${count} B` : `${(count / 1000).toFixed(2)} kB`
}

/** @param pace - How many times longer this machine takes than the one that the times were set on. */
export function toMarkdown(rows: readonly Row[], pace: number): string {
  const lines = rows.map(
    ({ what, ours, peer, reach, reached }) => `| ${what} | ${ours} | ${peer} | ${reach} | ${verdict(reached, pace)} |`,
  )
  return ['| what | ours | beside | to reach | reached |', '|---|---|---|---|---|', ...lines].join('\n')
}

function verdict(reached: Row['reached'], pace: number): string {
  if (typeof reached === 'boolean') return reached ? 'yes' : '**no**'
  if (reached.tookMs <= reached.limitMs) return 'yes'
  return reached.tookMs <= reached.limitMs * pace ? 'at this pace' : '**no**'
}
