/** Inputs as large as callers may send them, made of a small one that is valid. */

/** The length of each as JSON, about: a third of what a body may have. */
const size = 300_000
/** Stands for lists within lists, which `JSON.stringify` could not write that deep. */
const deep = '<deep>'
const depth = 50_000

type Enlarge = (value: unknown) => unknown

/** Applies a change to every value of a kind within a value. */
function mapValues(value: unknown, change: { text?: Enlarge; list?: Enlarge; object?: Enlarge }): unknown {
  if (typeof value === 'string') return change.text?.(value) ?? value
  if (Array.isArray(value)) {
    const items = value.map((item) => mapValues(item, change))
    return change.list?.(items) ?? items
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.fromEntries(Object.entries(value).map(([key, field]) => [key, mapValues(field, change)]))
  return change.object?.(fields) ?? fields
}

function countOf(value: unknown, kind: 'text' | 'list' | 'object'): number {
  let count = 0
  mapValues(value, { [kind]: (found: unknown) => ((count += 1), found) })
  return Math.max(count, 1)
}

/** The ways to enlarge an input. @returns JSON */
export const enlargements: Readonly<Record<string, (value: unknown) => string>> = {
  'the longest texts': (value) =>
    JSON.stringify(mapValues(value, { text: () => 'gate'.repeat(size / 4 / countOf(value, 'text')) })),
  'the longest lists': (value) => {
    const share = size / countOf(value, 'list')
    const list = (items: unknown) => {
      const [first = 'gate'] = items as unknown[]
      return Array.from({ length: Math.min(20_000, share / (JSON.stringify(first).length + 1)) }, () => first)
    }
    return JSON.stringify(mapValues(value, { list }))
  },
  'the most keys': (value) => {
    const share = size / 15 / countOf(value, 'object')
    const more = Object.fromEntries(Array.from({ length: share }, (_, i) => [`gateNme${i}`, i]))
    return JSON.stringify(mapValues(value, { object: (fields) => ({ ...(fields as object), ...more }) }))
  },
  'a key as long as can be': (value) =>
    JSON.stringify(mapValues(value, { object: (fields) => ({ ...(fields as object), ['gate'.repeat(size / 4)]: 1 }) })),
  'the deepest nesting': (value) =>
    JSON.stringify(mapValues(value, { object: (fields) => ({ ...(fields as object), deep }) })).replace(
      `"${deep}"`,
      '['.repeat(depth) + ']'.repeat(depth),
    ),
}
