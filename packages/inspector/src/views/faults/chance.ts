import { defined } from '@latchkey/base/defined'
import type { ControlInput, ControlOutput } from '../../live/control.ts'

/** The failures by chance as they are set. */
export type Chance = NonNullable<ControlOutput<'GET faults'>['random']>

type NewChance = ControlInput<'POST faults/random'>
type Kind = NonNullable<NewChance['kinds']>[number]

/** The kinds of failures, in words. */
const words: Readonly<Record<Kind, string>> = {
  refusal: 'a documented refusal',
  outage: '503',
  connection: 'no connection',
  lost: 'a lost reply',
  cut: 'half of a reply',
  stall: 'a reply that never ends',
  delay: 'a late reply',
}

export const kinds = Object.keys(words) as Kind[]

/** `'10% of the calls fail (503, no connection), with the seed “monday”'`. */
export function wordsOfChance({ rate, seed = 'chaos', kinds: chosen, operations, delayMs }: Chance): string {
  const of = operations ? ` of ${operations.join(', ')}` : ''
  const how = chosen ? ` (${chosen.map((kind) => words[kind]).join(', ')})` : ''
  const late = delayMs ? `, late ones by ${delayMs[0]} to ${delayMs[1]} ms` : ''
  return `${Number((rate * 100).toFixed(4))}% of the calls${of} fail${how}${late}, with the seed “${seed}”`
}

/** The fields of the form. */
export const chanceFields = ['rate', 'seed', 'kinds', 'shortest', 'longest', 'operations'] as const

/** The failures that a form describes. @throws Error that names a field, and says what to enter in it */
export function chanceOf(values: FormData): NewChance {
  const textOf = (field: (typeof chanceFields)[number]) => String(values.get(field) ?? '').trim()
  const percent = Number(textOf('rate') || Number.NaN)
  if (!(percent > 0 && percent <= 100)) throw new Error('rate: enter more than 0, and 100 at most.')
  const chosen = values.getAll('kinds') as Kind[]
  if (chosen.length === 0) throw new Error('kinds: choose one or more.')
  const operations = textOf('operations')
    .split(/[\s,]+/)
    .filter(Boolean) as NewChance['operations']
  return {
    rate: percent / 100,
    ...defined({
      seed: textOf('seed') || undefined,
      kinds: chosen.length < kinds.length ? chosen : undefined,
      operations: operations?.length ? operations : undefined,
      delayMs: delayOf(textOf('shortest'), textOf('longest')),
    }),
  }
}

function delayOf(shortest: string, longest: string): NewChance['delayMs'] {
  if (shortest === '' && longest === '') return undefined
  const [from, to] = [Number(shortest), Number(longest)]
  if (!(from >= 0)) throw new Error('shortest: enter milliseconds: 0 or more.')
  if (!(to >= from)) throw new Error('longest: enter milliseconds: no fewer than the shortest delay.')
  return [from, to]
}
