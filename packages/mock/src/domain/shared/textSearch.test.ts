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
})
