/** One line of the table: ours, what it is compared with, and what we want to reach. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly peer: string
  /** Ours as a part of the other, a growth factor, or a size. */
  readonly value: string
  readonly reach: string
  readonly reached: boolean
}

interface Comparison {
  readonly what: string
  /** Milliseconds. */
  readonly ours: number
  /** Milliseconds, of the same run. */
  readonly peer: number
  readonly name: string
  /** The largest quotient of ours and the peer's. */
  readonly limit: number
}

/** A line that compares two times of one run. */
export function ratio({ what, ours, peer, name, limit }: Comparison): Row {
  return row({ what, ours: duration(ours), peer: `${duration(peer)} ${name}`, value: ours / peer, limit })
}

/**
 * A line that compares the time at the largest size with the one at the smallest. `times` are in milliseconds, by size.
 */
export function growth(what: string, times: ReadonlyMap<number, number>, limit: number): Row {
  const [first = Number.NaN, ...rest] = times.values()
  const [smallest = 0] = times.keys()
  const others = [...times].slice(0, -1).map(([size, time]) => `${duration(time)} at ${count(size)}`)
  const largest = [...times.keys()].at(-1) ?? 0
  const last = rest.at(-1) ?? Number.NaN
  return row({
    what: `${what}, from ${count(smallest)} to ${count(largest)}`,
    ours: duration(last),
    peer: others.join(', '),
    value: last / first,
    limit,
  })
}

/** A line whose limit is a size. */
export function size(
  what: string,
  actual: number,
  { limit, peer = '' }: { readonly limit: number; readonly peer?: string },
): Row {
  return { what, ours: bytes(actual), peer, value: '', reach: `≤ ${bytes(limit)}`, reached: actual <= limit }
}

/** A line whose limit is a time, in milliseconds: what people notice does not depend on the machine. */
export function atMost(what: string, actual: number, limit: number): Row {
  const reach = `≤ ${duration(limit)}`
  return { what, ours: duration(actual), peer: '', value: '', reach, reached: actual <= limit }
}

function row({ value, limit, ...shown }: Pick<Row, 'what' | 'ours' | 'peer'> & { value: number; limit: number }): Row {
  return { ...shown, value: `${number(value)} ×`, reach: `≤ ${count(limit)} ×`, reached: value <= limit }
}

/** `12.3 µs`, `1.20 ms`, `1.50 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${(milliseconds * 1000).toFixed(milliseconds < 0.01 ? 2 : 1)} µs`
  return milliseconds < 1000 ? `${milliseconds.toFixed(2)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

function bytes(length: number): string {
  return length < 1000 ? `${Number(length.toFixed(1))} B` : `${(length / 1000).toFixed(2)} kB`
}

function number(value: number): string {
  if (value < 0.1) return value.toPrecision(1)
  return value < 10 ? value.toFixed(2) : count(Math.round(value))
}

/** `100 000`. */
function count(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ')
}

export function toMarkdown(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, ours, peer, value, reach, reached }) =>
      `| ${what} | ${ours} | ${peer} | ${value} | ${reach} | ${reached ? 'yes' : '**no**'} |`,
  )
  return ['| what | ours | beside | ratio | to reach | reached |', '|---|---|---|---|---|---|', ...lines].join('\n')
}
