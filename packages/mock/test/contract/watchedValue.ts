import { fieldOf, itemsOf, type NamedSchema } from './requestInputs.ts'

/** Learns how a field of a request was read. */
export interface ReadNotes {
  /** By its name. */
  read(input: string): void
  /** With all others of its object: by a spread, `Object.entries`, `JSON.stringify` and the like. */
  passedOn(input: string, key: string, value: unknown): void
}

/**
 * A copy of a JSON value that notes which documented fields are read of it.
 *
 * @param alternatives - The schemas of objects and lists that it may have.
 */
export function watchedValue(value: unknown, alternatives: readonly NamedSchema[], notes: ReadNotes): unknown {
  if (Array.isArray(value)) {
    const items = alternatives.flatMap(itemsOf)
    return value.map((item) => watchedValue(item, items, notes))
  }
  if (typeof value !== 'object' || value === null) return value
  const fieldsOf = (key: string) => alternatives.flatMap((alternative) => fieldOf(alternative, key) ?? [])
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const innerAlternatives = fieldsOf(key).flatMap((field) => field.alternatives)
      return [key, watchedValue(inner, innerAlternatives, notes)]
    }),
  )
  if (!alternatives.some(({ schema }) => schema.properties)) return copy
  return watchedObject(copy, (key) => fieldsOf(key).map(({ name }) => name), notes)
}

/** Whoever lists the keys and then reads them in their order passes the object on, and reads none by its name. */
function watchedObject(
  object: Record<string, unknown>,
  namesOf: (key: string) => readonly string[],
  notes: ReadNotes,
): object {
  let listed: string[] = []
  return new Proxy(object, {
    ownKeys() {
      listed = Object.keys(object)
      return Reflect.ownKeys(object)
    },
    has(_, key) {
      if (typeof key === 'string') for (const name of namesOf(key)) notes.read(name)
      return Reflect.has(object, key)
    },
    get(_, key) {
      const value: unknown = Reflect.get(object, key)
      if (typeof key === 'symbol') return value
      const index = listed.indexOf(key)
      // A rest element leaves out the keys before it.
      listed = index < 0 ? [] : listed.slice(index + 1)
      for (const name of namesOf(key)) {
        if (index < 0) notes.read(name)
        else notes.passedOn(name, key, value)
      }
      return value
    },
  })
}
