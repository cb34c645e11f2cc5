const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

const words = new Intl.RelativeTimeFormat('en')

/** How far an instant is from another one, in words: `'in 5 minutes'`, `'2 days ago'`, `'now'`. */
export function distance(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  const [unit, unitMs] = units.find(([, unitMs]) => size >= unitMs) ?? []
  return unit === undefined ? 'now' : words.format(Math.round(milliseconds / unitMs), unit)
}
