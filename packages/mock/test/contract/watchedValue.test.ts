import { expect, it } from 'vitest'
import type { NamedSchema } from './requestInputs.ts'
import { watchedValue } from './watchedValue.ts'

const text = {}
const alternatives: NamedSchema[] = [
  {
    prefix: 'Gate.',
    schema: { properties: { name: text, note: text, rules: { items: { properties: { chain: text, amount: text } } } } },
  },
]
const body = { name: 'Members', note: 'Since June', rules: [{ chain: 'EVM', amount: 1 }] }
type Body = typeof body

/** How the fields of a body are read by a handler. */
function readingsOf(handle: (watched: Body) => unknown) {
  const [byName, passedOn] = [new Set<string>(), new Set<string>()]
  const notes = { read: (input: string) => byName.add(input), passedOn: (input: string) => passedOn.add(input) }
  const result = handle(watchedValue(body, alternatives, notes) as Body)
  return { byName: [...byName], passedOn: [...passedOn], result }
}
const all = ['Gate.name', 'Gate.note', 'Gate.rules']

it('notes what is read by its name, in objects of lists too, and what is destructured', () => {
  const { byName, passedOn } = readingsOf(({ name, rules: [rule] }) => [name, rule?.chain])
  expect(byName).toEqual(['Gate.name', 'Gate.rules', 'Gate.rules[].chain'])
  expect(passedOn).toEqual([])
})

it('notes a name that the body lacks, and one that is asked for by `in`', () => {
  const notes: string[] = []
  const watched = watchedValue({}, alternatives, { read: (input) => notes.push(input), passedOn: () => {} }) as Body
  expect([watched.note, 'name' in watched]).toEqual([undefined, false])
  expect(notes).toEqual(['Gate.note', 'Gate.name'])
})

it.each<[string, (watched: Body) => unknown]>([
  ['a spread', (watched) => ({ ...watched })],
  ['Object.entries', (watched) => Object.fromEntries(Object.entries(watched))],
  ['JSON', (watched) => JSON.parse(JSON.stringify(watched)) as unknown],
  ['Object.assign', (watched) => Object.assign({}, watched)],
])('takes no field for read that %s passes on with all others', (_, handle) => {
  const { byName, passedOn, result } = readingsOf(handle)
  expect(byName.filter((name) => name.startsWith('Gate.') && !name.includes('[]'))).toEqual([])
  expect(passedOn).toEqual(expect.arrayContaining(all))
  expect(result).toEqual(body)
})

it('tells a rest element from the names before it', () => {
  const { byName, passedOn } = readingsOf(({ name, ...rest }) => [name, rest])
  expect(byName).toEqual(['Gate.name'])
  expect(passedOn).toEqual(['Gate.note', 'Gate.rules'])
})

it('notes names of a nested object that was kept, and read later', () => {
  const { byName } = readingsOf(({ rules }) => {
    const record = Object.freeze({ rules: Object.freeze([...rules]) })
    return record.rules[0]?.amount
  })
  expect(byName).toEqual(['Gate.rules', 'Gate.rules[].amount'])
})
