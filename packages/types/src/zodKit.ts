/**
 * The building blocks of the generated zod schemas: the keywords of JSON Schema with their exact meaning, which zod's
 * own checks do not always have.
 */
import * as z from 'zod'
import { type Format, formatPhrases, formats } from './formats.ts'

type TextOptions = {
  minLength?: number
  maxLength?: number
  format?: string
} & (
  | {
      pattern: RegExp
      /** A noun phrase for the pattern, for refusals: `must be <phrase>`. */
      phrase: string
    }
  | { pattern?: undefined; phrase?: undefined }
)

/** A string. Lengths count Unicode code points, as in JSON Schema. A text that is too long is not matched. */
export function text({
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
  pattern,
  phrase,
  format,
}: TextOptions = {}): z.ZodString {
  const fitsFormat = format === undefined ? undefined : formats[format as Format]
  const fault = (value: string): string | undefined => {
    // A text has at most twice as many UTF-16 units as code points, so most texts need no counting.
    if (value.length < minLength * 2 && codePoints(value) < minLength)
      return `must have at least ${minLength} characters`
    if (value.length > maxLength && codePoints(value) > maxLength) return `must have at most ${maxLength} characters`
    if (fitsFormat && !fitsFormat(value)) return `must be ${formatPhrases[format as Format]}`
    return pattern && !pattern.test(value) ? `must be ${phrase}${exceptFor(pattern, value)}` : undefined
  }
  const schema = z.string()
  if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY && !fitsFormat && !pattern) return schema
  // One check instead of one for each keyword, since a reply has hundreds of texts.
  return schema.refine((value) => fault(value) === undefined, { error: ({ input }) => fault(String(input)) })
}

/** Names the first character of a text that its pattern has nowhere, if letters fit the pattern. */
function exceptFor(pattern: RegExp, value: string): string {
  if (!pattern.test('aaa')) return ''
  const character = [...new Set(value)].find((each) => !pattern.test(`a${each}a`))
  return character === undefined ? '' : `, and cannot have ${nameOf(character)}`
}

/** A character as a person can see it. Marks would join the quote before them. */
function nameOf(character: string): string {
  if (character === ' ') return 'a space'
  if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(character)) return `"${character}"`
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

interface NumberOptions {
  minimum?: number
  maximum?: number
}

/** A finite number. */
export function number({ minimum, maximum }: NumberOptions = {}): z.ZodNumber {
  let schema = z.number()
  if (minimum !== undefined) schema = schema.min(minimum, { error: `must be at least ${minimum}` })
  if (maximum !== undefined) schema = schema.max(maximum, { error: `must be at most ${maximum}` })
  return schema
}

/** A number without a fraction; `1.0` is one. The document bounds every integer to what JSON keeps exactly. */
export function integer(options: NumberOptions = {}): z.ZodNumber {
  return number(options).refine(Number.isInteger, { error: 'must be an integer' })
}

/** An array whose items all match. */
export function array<T extends z.ZodType>(
  items: T,
  { minItems, maxItems }: { minItems?: number; maxItems?: number } = {},
): z.ZodArray<T> {
  let schema = z.array(items)
  if (minItems !== undefined) schema = schema.min(minItems, { error: `must have at least ${minItems} items` })
  if (maxItems !== undefined) schema = schema.max(maxItems, { error: `must have at most ${maxItems} items` })
  return schema
}

/**
 * How to read an object whose schema does not say whether it may have other fields. `open` keeps them: clients read
 * replies so, since a newer service may add fields. `closed` refuses them: a service reads requests and checks its
 * replies so.
 */
export type Reading = 'open' | 'closed'

type Shape = z.core.$ZodLooseShape
/** Names what an object of the shape is read as, and none of its methods: the compiler compares it in half the time. */
type ObjectOf<S extends Shape, C extends z.core.$ZodObjectConfig> = z.ZodType<Absent<z.output<z.ZodObject<S, C>>>>
/** An optional field is absent or has its value, since JSON has no `undefined`; zod's own types allow both. */
type Absent<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** An object that keeps unknown keys in both readings: `additionalProperties: true`. */
export const openObject = z.looseObject as <S extends Shape>(shape: S) => ObjectOf<S, z.core.$loose>
/** An object that refuses unknown keys in both readings: `additionalProperties: false`. */
export const object = z.strictObject as <S extends Shape>(shape: S) => ObjectOf<S, z.core.$strict>

/** An object whose schema does not mention other keys: the reading decides; without one it is `open`. */
export function sharedObject<S extends Shape>(reading: Reading | undefined, shape: S): ObjectOf<S, z.core.$strict> {
  // Its type does not tell the unknown keys of the open reading, as those of the document do not.
  return reading === 'closed' ? object(shape) : (openObject(shape) as ObjectOf<S, z.core.$strict>)
}

export const nullable = z.nullable
export const oneOf = z.union

/** An object of any keys whose values all match. */
export function record<T extends z.ZodType>(values: T): z.ZodRecord<z.ZodString, T> {
  return z.record(z.string(), values)
}

/** Builds a schema at the first call for each reading, and returns the same one from then on. */
export function once<T>(make: (reading: Reading) => T): (reading?: Reading) => T {
  const schemas: { [R in Reading]?: { readonly schema: T } } = {}
  return (reading = 'open') => (schemas[reading] ??= { schema: make(reading) }).schema
}

/**
 * A schema that is made at its first use. It has the type of what is made, since comparing the type of a lazy schema
 * with that takes the compiler most of its time, with 600 of them.
 */
export const lazy = <T>(make: () => z.ZodType<T>): z.ZodType<T> => z.lazy(make)

const surrogate = /[\ud800-\udfff]/

function codePoints(value: string): number {
  if (!surrogate.test(value)) return value.length
  let count = 0
  for (const _ of value) count++
  return count
}
