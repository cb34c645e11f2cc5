import type { ControlOutput } from './live/control.ts'

type Counts = ControlOutput<'GET overview'>['counts']

const nouns = {
  users: ['person', 'people'],
  sessions: ['session', 'sessions'],
  wallets: ['wallet', 'wallets'],
} as const satisfies Partial<Record<keyof Counts, readonly [string, string]>>

/** A number with its noun, which is given for one and for many: `'1 gate'`, `'2,000 gates'`. */
export const counted = (count: number, [one, many]: readonly [one: string, many: string]): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Counts the records of a state: `'4 people, 2 sessions, 1 wallet'`. */
export const countsInWords = (counts: Pick<Counts, keyof typeof nouns>): string =>
  (Object.keys(nouns) as (keyof typeof nouns)[]).map((name) => counted(counts[name], nouns[name])).join(', ')
