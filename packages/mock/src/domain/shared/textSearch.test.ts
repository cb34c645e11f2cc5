import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextSearch } from './textSearch.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'İ', 'Σ', 'σ', 'ς', '\0'), maxLength: 6 })
const person = fc.record({ name: fc.option(text), alias: fc.option(text, { nil: undefined }) })

describe('createTextSearch', () => {
  it('finds the same records as a search through each text', () => {
    const search = createTextSearch(({ name, alias }: { name: string | null; alias: string | undefined }) => [
      name,
      alias,
    ])
    fc.assert(
      fc.property(fc.array(person), fc.array(text, { minLength: 1 }), (people, texts) => {
        for (const wanted of texts.map((each) => each.slice(0, 2).toLowerCase())) {
          const matches = people.filter(({ name, alias }) =>
            [name, alias].some((each) => each?.toLowerCase().includes(wanted)),
          )
          expect(search(people, wanted)).toEqual(matches)
        }
      }),
      { seed: 1 },
    )
  })

  it('skips no group with a record that contains the text, however often it is asked', () => {
    const search = createTextSearch((text: string) => [text])
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'İ', 'ς', '\0'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(fc.array(letters)), fc.array(letters), (runs, texts) => {
        const group = groupOf(runs)
        for (const wanted of texts.map((each) => each.toLowerCase()))
          for (let times = 0; times < 3; times++)
            if (search.skips(group, wanted)) expect(runs.flatMap((run) => search(run, wanted))).toEqual([])
      }),
      { seed: 1 },
    )
  })

  it('skips a group without the text from the third time on, unless the text is short', () => {
    const search = createTextSearch((text: string) => [text])
    const group = groupOf([['ada@example.com', 'grace@example.com'], ['Alan']])
    const asked = ['mary@example.com', 'mary@example.com', 'mary@example.com', 'ADA@example.com', 'xyz', 'alan@']
    expect(asked.map((text) => search.skips(group, text.toLowerCase()))).toEqual([
      false,
      false,
      true,
      false,
      false,
      true,
    ])
  })
})

const groupOf = (runs: string[][]) => ({ node: {}, runs: () => [], allRuns: () => runs })
