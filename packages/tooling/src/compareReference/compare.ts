import { absent, type Difference, type Facets, type Field, type Operation, type Shape, type Side } from './shape.ts'

interface Sides {
  readonly reference: Side
  readonly document: Side & { readonly ids: ReadonlyMap<string, string> }
  /** The document's names of schemas that have another name in the reference. */
  readonly renamed: ReadonlyMap<string, string>
}

/** Compares all operations and all named schemas. */
export function compare(sides: Sides): Difference[] {
  return new Comparison(sides).all()
}

class Comparison {
  readonly #sides: Sides
  readonly #differences: Difference[] = []
  /** Pairs of named schemas that are compared already. */
  readonly #pairs = new Set<string>()
  readonly #metReference = new Set<string>()
  readonly #metDocument = new Set<string>()

  /** The document's schemas that are compared with one of the reference. */
  readonly #counterparts: ReadonlySet<string>

  constructor(sides: Sides) {
    this.#sides = sides
    this.#counterparts = new Set([...sides.reference.schemas.keys()].map((name) => this.#documentName(name)))
  }

  all(): Difference[] {
    const { reference, document } = this.#sides
    for (const key of new Set([...reference.operations.keys(), ...document.operations.keys()])) {
      const [expected, actual] = [reference.operations.get(key), document.operations.get(key)]
      const id = document.ids.get(key) ?? key
      if (expected && actual) this.#operation(id, expected, actual)
      else this.#presence(id, 'operation', [expected, actual])
    }
    for (const [name, shape] of reference.schemas) {
      const counterpart = document.schemas.get(this.#documentName(name))
      if (counterpart) this.#use(name, shape(), counterpart())
    }
    for (const name of reference.schemas.keys())
      if (!this.#metReference.has(name)) this.#add(name, 'schema', ['yes', absent])
    for (const name of document.schemas.keys())
      if (!this.#metDocument.has(name)) this.#add(name, 'schema', [absent, 'yes'])
    return this.#differences
  }

  #documentName(name: string): string {
    const { renamed, document } = this.#sides
    const capitalized = name.charAt(0).toUpperCase() + name.slice(1)
    return renamed.get(name) ?? (document.schemas.has(name) ? name : capitalized)
  }

  #add(where: string, what: string, [reference, document]: readonly [string, string]): void {
    this.#differences.push({ where, what, reference, document })
  }

  #presence(where: string, what: string, [expected, actual]: readonly [unknown, unknown]): void {
    this.#add(where, what, [expected === undefined ? absent : 'yes', actual === undefined ? absent : 'yes'])
  }

  #operation(id: string, expected: Operation, actual: Operation): void {
    if (expected.deprecated !== actual.deprecated)
      this.#add(id, 'deprecated', [yesNo(expected.deprecated), yesNo(actual.deprecated)])
    this.#fields(id, ' ', [
      new Map(expected.parameters.map(({ place, field }) => [place, field])),
      new Map(actual.parameters.map(({ place, field }) => [place, field])),
      'parameter',
    ])
    const [body, actualBody] = [expected.body, actual.body]
    if (body && actualBody) {
      if (body.type !== actualBody.type) this.#add(`${id} body`, 'content type', [body.type, actualBody.type])
      this.#field(`${id} body`, body.field, actualBody.field)
    } else if (body || actualBody) this.#presence(id, 'body', [body, actualBody])
    this.#replies(id, expected, actual)
  }

  #replies(id: string, expected: Operation, actual: Operation): void {
    for (const status of new Set([...expected.replies.keys(), ...actual.replies.keys()])) {
      const [reply, actualReply] = [expected.replies.get(status), actual.replies.get(status)]
      if (!reply || !actualReply) {
        this.#presence(id, `status ${status}`, [reply, actualReply])
        continue
      }
      const where = `${id} ${status}`
      if (reply.type !== actualReply.type)
        this.#add(where, 'content type', [reply.type ?? absent, actualReply.type ?? absent])
      if (reply.shape && actualReply.shape) this.#use(where, reply.shape(), actualReply.shape())
    }
  }

  #fields(
    where: string,
    separator: string,
    [expected, actual, what]: readonly [ReadonlyMap<string, Field>, ReadonlyMap<string, Field>, string],
  ): void {
    for (const name of new Set([...expected.keys(), ...actual.keys()])) {
      const [field, actualField] = [expected.get(name), actual.get(name)]
      const path = `${where}${separator}${name}`
      if (field && actualField) this.#field(path, field, actualField)
      else this.#presence(path, what, [field, actualField])
    }
  }

  #field(where: string, expected: Field, actual: Field): void {
    if (expected.required !== actual.required)
      this.#add(where, 'required', [yesNo(expected.required), yesNo(actual.required)])
    this.#use(where, expected.shape(), actual.shape())
  }

  /** Compares what stands at a place. Two schemas of one name are compared once, under their name. */
  #use(where: string, expected: Shape, actual: Shape): void {
    if (expected.name) this.#metReference.add(expected.name)
    if (actual.name) this.#metDocument.add(actual.name)
    const isOneSchema =
      expected.name !== undefined && actual.name !== undefined && this.#documentName(expected.name) === actual.name
    if (!isOneSchema) {
      if (!this.#otherType(where, expected, actual)) this.#facets(where, expected.facets, actual.facets)
      this.#inside(where, expected, actual)
      return
    }
    const name = expected.name as string
    const [base, actualBase] = [expected.base ?? expected.facets, actual.base ?? actual.facets]
    this.#once(`${name} = ${actual.name}`, () => {
      this.#facets(name, base, actualBase)
      this.#inside(name, expected, actual)
    })
    if (where !== name) this.#facets(where, ...withoutShared([expected.facets, actual.facets], [base, actualBase]))
  }

  /**
   * A scalar of another type is one difference, instead of one for each of its keywords. So that no keyword is missed,
   * the document's type has to be one that is compared elsewhere, or an enum.
   */
  #otherType(where: string, expected: Shape, actual: Shape): boolean {
    const isScalar = [expected, actual].every(({ fields, inner, options }) => !(fields ?? inner ?? options))
    const isCompared = actual.name !== undefined && (this.#counterparts.has(actual.name) || 'values' in actual.facets)
    const isAlike = JSON.stringify(sorted(expected.facets)) === JSON.stringify(sorted(actual.facets))
    if (!isScalar || !isCompared || isAlike) return false
    this.#add(where, 'type', [expected.name ?? expected.facets.type ?? 'any', actual.name as string])
    const { type: _, ...plain } = expected.facets
    this.#facets(where, expected.base ? ofPlace(expected) : plain, ofPlace(actual))
    return true
  }

  #once(pair: string, work: () => void): void {
    if (this.#pairs.has(pair)) return
    this.#pairs.add(pair)
    work()
  }

  #facets(where: string, expected: Facets, actual: Facets): void {
    for (const what of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const [value, actualValue] = [expected[what] ?? absent, actual[what] ?? absent]
      if (value === actualValue) continue
      if (what === 'values' && value !== absent && actualValue !== absent) this.#values(where, value, actualValue)
      else this.#add(where, what, [value, actualValue])
    }
  }

  #values(where: string, expected: string, actual: string): void {
    const [values, actualValues] = [expected.split(' '), actual.split(' ')]
    const onlyIn = (list: readonly string[], other: readonly string[]): string =>
      list.filter((value) => !other.includes(value)).join(' ') || absent
    this.#add(where, 'values', [onlyIn(values, actualValues), onlyIn(actualValues, values)])
  }

  #inside(where: string, expected: Shape, actual: Shape): void {
    if (expected.fields ?? actual.fields)
      this.#fields(where, '.', [expected.fields ?? new Map(), actual.fields ?? new Map(), 'field'])
    if (expected.inner && actual.inner) this.#use(`${where}[]`, expected.inner(), actual.inner())
    else if (expected.inner ?? actual.inner) this.#presence(`${where}[]`, 'type', [expected.inner, actual.inner])
    this.#options(where, expected.options ?? [], actual.options ?? [])
  }

  #options(where: string, expected: NonNullable<Shape['options']>, actual: NonNullable<Shape['options']>): void {
    if (expected.length === 0 || actual.length === 0) {
      const count = ({ length }: readonly unknown[]): string => (length === 0 ? absent : String(length))
      if (expected.length !== actual.length) this.#add(where, 'alternatives', [count(expected), count(actual)])
      return
    }
    for (const i of Array.from({ length: Math.max(expected.length, actual.length) }).keys()) {
      const [option, actualOption] = [expected[i], actual[i]]
      if (option && actualOption) this.#use(`${where}|${i + 1}`, option(), actualOption())
      else this.#presence(`${where}|${i + 1}`, 'alternative', [option, actualOption])
    }
  }
}

/** The keywords that a place adds to those of its named schema, and whether null can stand there. */
function ofPlace({ facets, base = facets }: Shape): Facets {
  return Object.fromEntries(
    Object.entries(facets).filter(([what, value]) => what === 'nullable' || base[what] !== value),
  )
}

const sorted = (facets: Facets): Array<[string, string]> =>
  Object.entries(facets).toSorted(([a], [b]) => a.localeCompare(b))

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

/** The keywords of a place, without those whose values are those of the named schemas. */
function withoutShared(place: readonly [Facets, Facets], base: readonly [Facets, Facets]): [Facets, Facets] {
  const isOfPlace = (what: string): boolean => place[0][what] !== base[0][what] || place[1][what] !== base[1][what]
  const keep = (facets: Facets): Facets =>
    Object.fromEntries(Object.entries(facets).filter(([what]) => isOfPlace(what)))
  return [keep(place[0]), keep(place[1])]
}
