/** One line of the table: ours, a peer's, and what we want to reach. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly reach: string
  readonly reached: boolean
}

/** `12.3 µs`, `1.20 ms`, `1.50 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${(milliseconds * 1000).toFixed(milliseconds < 0.01 ? 2 : 1)} µs`
  return milliseconds < 1000 ? `${milliseconds.toFixed(2)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

export function bytes(count: number): string {
  return count < 1000 ? `${count} B` : `${(count / 1000).toFixed(2)} kB`
}

export function toMarkdown(rows: readonly Row[]): string {
  const lines = rows.map(({ what, ours, peer, reach, reached }) => `| ${what} | ${ours} | ${peer} | ${reach} | ${reached ? 'yes' : '**no**'} |`)
  return ['| what | ours | beside | to reach | reached |', '|---|---|---|---|---|', ...lines].join('\n')
}
