import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OrderedSet, type Probe } from './orderedSet.ts'
import { createOwner } from './owner.ts'

interface Entry {
  readonly key: number
  readonly mark: number
}

const probe = (key: number): Probe<Entry> => ({ compare: (entry) => Math.sign(entry.key - key) })
const empty = () => OrderedSet.empty<Entry>((entry) => probe(entry.key))
const setOf = (keys: readonly number[], owner?: number) =>
  keys.reduce((set, key) => set.put({ key, mark: 0 }, owner), empty())
const keysOf = (set: OrderedSet<Entry>) => [...set.iterate()].map((entry) => entry.key)

interface Pair {
  readonly parts: readonly [number, number, number]
}

/** Fails the test when `equalCount` is greater than the number of equal leading parts. */
const checked = (parts: readonly number[], length: number): Probe<Pair> => ({
  compare(record, equalCount) {
    if (equalCount <= length) expect(record.parts.slice(0, equalCount)).toEqual(parts.slice(0, equalCount))
    for (let i = 0; i < length; i++) {
      const order = Math.sign(record.parts[i]! - parts[i]!)
      if (order !== 0) return order * (i + 1)
    }
    return 0
  },
})

const byParts = (a: readonly number[], b: readonly number[]) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!

const operation = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'remove', 'commit'),
  key: fc.integer({ min: 0, max: 400 }),
})

/** Applies the operations to a set and to a sorted array, with a new owner after each `commit`. */
function run(operations: readonly { kind: string; key: number }[], start: OrderedSet<Entry>) {
  let set = start
  let owner = createOwner()
  let model = [...start.iterate()]
  for (const [mark, { kind, key }] of operations.entries()) {
    if (kind === 'commit') {
      owner = createOwner()
      continue
    }
    model = model.filter((entry) => entry.key !== key)
    if (kind === 'put') {
      model = [...model, { key, mark }].sort((left, right) => left.key - right.key)
      set = set.put({ key, mark }, owner)
    } else {
      set = set.remove({ key, mark }, owner)
    }
  }
  return { set, model }
}

describe('OrderedSet', () => {
  it('agrees with a sorted array after any puts, replacements and removals', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 0, maxLength: 600 }), (operations) => {
        const { set, model } = run(operations, empty())
        expect([...set.iterate()]).toEqual(model)
        expect(set.size).toBe(model.length)
        for (let key = -1; key <= 401; key += 7) {
          expect(set.rank(probe(key))).toBe(model.filter((entry) => entry.key < key).length)
          expect(set.rankPast(probe(key))).toBe(model.filter((entry) => entry.key <= key).length)
          expect(set.get(probe(key))).toEqual(model.find((entry) => entry.key === key))
        }
        for (let i = -1; i <= model.length; i++) expect(set.slice(i, i + 1)[0]).toEqual(model[i])
      }),
      { numRuns: 60 },
    )
  })

  it('agrees with a sorted array on a set of several levels', () => {
    const start = setOf(Array.from({ length: 3000 }, (_, i) => (i * 1009) % 3000).map((key) => (key % 2 ? key : -key)))
    const changes = fc.array(operation, { minLength: 300, maxLength: 400 })
    fc.assert(
      fc.property(changes, (operations) => {
        const { set, model } = run(operations, start)
        expect([...set.iterate()]).toEqual(model)
        for (let i = 0; i < model.length; i += 131) {
          expect(set.slice(i, i + 1)[0]).toEqual(model[i])
          expect(set.rank(probe(model[i]!.key))).toBe(i)
        }
      }),
      { numRuns: 10 },
    )
  })

  it('stays correct while a large set is emptied in any order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(
          Array.from({ length: 1500 }, (_, i) => i),
          { minLength: 1400 },
        ),
        (order) => {
          let set = setOf(order)
          const left = new Set(order)
          for (const [i, key] of order.entries()) {
            set = set.remove({ key, mark: 0 })
            left.delete(key)
            if (i % 97 === 0) expect(keysOf(set)).toEqual([...left].sort((a, b) => a - b))
          }
          expect(set.size).toBe(0)
          expect(keysOf(set.put({ key: 1, mark: 1 }))).toEqual([1])
        },
      ),
      { numRuns: 4 },
    )
  })

  it('does not change earlier versions when later ones change', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 300 }), fc.array(operation, { maxLength: 300 }), (first, second) => {
        const base = run(first, empty())
        run(second, base.set)
        run([...second].reverse(), base.set)
        expect([...base.set.iterate()]).toEqual(base.model)
      }),
      { numRuns: 60 },
    )
  })

  it('accepts records in the gap of a removed stretch', () => {
    const all = Array.from({ length: 3375 }, (_, i): Pair => ({
      parts: [Math.floor(i / 225), Math.floor(i / 15) % 15, i % 15],
    }))
    const full = all.reduce(
      (set, pair) => set.put(pair),
      OrderedSet.empty<Pair>(({ parts }) => checked(parts, 3)),
    )
    for (let from = 0; from < all.length; from += 450) {
      const gap = all.slice(from, from + 700)
      let set = gap.reduce((left, pair) => left.remove(pair), full)
      expect(set.size).toBe(all.length - gap.length)
      for (const pair of gap.toReversed()) set = set.put(pair)
      expect([...set.iterate()]).toEqual(all)
    }
  })

  it('reads any stretch of positions in both directions', () => {
    const set = setOf(Array.from({ length: 1000 }, (_, i) => (i * 617) % 1000))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }), (from, to) => {
        const expected = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
        expect(set.slice(from, to).map((entry) => entry.key)).toEqual(expected)
        expect([...set.iterate(from, to)].map((entry) => entry.key)).toEqual(expected)
        expect([...set.iterate(from, to, true)].map((entry) => entry.key)).toEqual(expected.reverse())
      }),
    )
  })

  it('accepts records that arrive in order, forwards and backwards', () => {
    const ascending = Array.from({ length: 5000 }, (_, i) => i)
    expect(keysOf(setOf(ascending, createOwner()))).toEqual(ascending)
    expect(keysOf(setOf(ascending.toReversed()))).toEqual(ascending)
  })

  it('finds the first of several matches, also if the probe matches a stretch', () => {
    const set = setOf(Array.from({ length: 2000 }, (_, i) => i))
    for (let hundred = 0; hundred < 20; hundred++) {
      const stretch: Probe<Entry> = { compare: (entry) => Math.sign(Math.floor(entry.key / 100) - hundred) }
      expect(set.get(stretch)?.key).toBe(hundred * 100)
      expect([set.rank(stretch), set.rankPast(stretch)]).toEqual([hundred * 100, hundred * 100 + 100])
    }
  })

  it('finds the start and end of matches in no node, in one node, and over many nodes', () => {
    const set = setOf(Array.from({ length: 2000 }, (_, i) => i * 2))
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 4002 }),
        fc.oneof(fc.constantFrom(1, 2, 5), fc.integer({ min: 1, max: 4000 })),
        (from, width) => {
          const stretch: Probe<Entry> = {
            compare: ({ key }) => Math.sign(Math.floor((key - from) / width)) as -1 | 0 | 1,
          }
          const matching = keysOf(set).filter((key) => key >= from && key < from + width).length
          expect(set.range(stretch)).toEqual({ start: set.rank(stretch), end: set.rank(stretch) + matching })
        },
      ),
      { numRuns: 200 },
    )
  })

  it('returns all matches within one leaf, or undefined', () => {
    const set = setOf(Array.from({ length: 2000 }, (_, i) => i * 2))
    const all = keysOf(set)
    let answered = 0
    for (let from = -3; from < 4003; from++) {
      for (const width of [1, 3, 80]) {
        const stretch: Probe<Entry> = {
          compare: ({ key }) => Math.sign(Math.floor((key - from) / width)) as -1 | 0 | 1,
        }
        const matches = set.matchesInLeaf(stretch)?.map(({ key }) => key)
        if (!matches) continue
        answered++
        expect(matches).toEqual(all.filter((key) => key >= from && key < from + width))
      }
    }
    // Most short stretches lie within a leaf; a long one never does.
    expect(answered).toBeGreaterThan(7000)
    expect(set.matchesInLeaf({ compare: () => 0 })).toBeUndefined()
  })

  it('passes the number of known equal leading parts to a probe, and never too many', () => {
    const part = fc.integer({ min: 0, max: 14 })
    const remove = fc.integer({ min: 0, max: 4 }).map((n) => n === 0)
    // Enough records for several levels of branches.
    const pairs = fc.array(fc.record({ parts: fc.tuple(part, part, part), remove }), {
      minLength: 2500,
      maxLength: 3000,
    })
    fc.assert(
      fc.property(pairs, (entries) => {
        let set = OrderedSet.empty<Pair>((record) => checked(record.parts, 3))
        const model = new Map<string, Pair>()
        for (const { parts, remove } of entries) {
          set = remove ? set.remove({ parts }) : set.put({ parts })
          if (remove) model.delete(parts.join())
          else model.set(parts.join(), { parts })
        }
        expect([...set.iterate()].map(({ parts }) => parts.join())).toEqual(
          [...model.values()]
            .map(({ parts }) => parts)
            .sort(byParts)
            .map((parts) => parts.join()),
        )
        for (let i = 0; i <= 14; i++) {
          const count = [...model.values()].filter(({ parts }) => parts[0] === i).length
          expect(set.rankPast(checked([i], 1)) - set.rank(checked([i], 1))).toBe(count)
        }
      }),
      { numRuns: 4 },
    )
  })
})
