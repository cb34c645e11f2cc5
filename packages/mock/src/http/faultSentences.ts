import { didYouMeanInBrackets } from '@latchkey/base/nearest'
import type * as z from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** A value that breaks its schema. */
export interface BrokenValue {
  /** The whole value, of which an issue names a part; absent where nobody knows it. */
  readonly value: unknown
  /** The keys that an object may have at a path, for suggesting one instead of a misspelt key. */
  keysAt(path: Path): readonly string[]
  /** The word for a key. @default `field` */
  readonly noun?: string
}

interface Fault<I extends Issue = Issue> {
  readonly issue: I
  readonly broken: BrokenValue
}

/** Writes the clause of a fault. A caller can send any number of faults, and is shown three of them. */
type Clause = () => string

/**
 * The faults of an issue, each as a clause that begins with the path and says what must be there: `amount must be
 * greater than 0`. It never has the value.
 */
export function faultClauses(issue: Issue, broken: BrokenValue): Clause[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => () => superfluous([...issue.path, key], broken))
  if (issue.code === 'invalid_union') return unionClauses({ issue, broken })
  return [() => `${subjectOf(issue.path)} ${demandOf({ issue, broken })}`]
}

/**
 * The words for what must be there, by the code of the issue. A code that a newer zod adds does not compile without its
 * words.
 */
const demands: { readonly [C in Issue['code']]: (fault: Fault<Extract<Issue, { code: C }>>) => string } = {
  invalid_type: ({ issue: { expected } }) => `must be ${typeNouns[expected] ?? `of the type ${expected}`}`,
  invalid_value: ({ issue: { values, path }, broken }) => {
    const names = values.map(String)
    const value = valueAt(broken.value, path)
    const suggestion = typeof value === 'string' ? didYouMeanInBrackets(value, names) : ''
    return `must be ${names.length === 1 ? '' : 'one of '}${names.join(', ')}${suggestion}`
  },
  too_small: ({ issue: { origin, minimum, inclusive } }) =>
    `must ${boundOf(origin, minimum, inclusive ? least : above)}`,
  too_big: ({ issue: { origin, maximum, inclusive } }) => `must ${boundOf(origin, maximum, inclusive ? most : below)}`,
  invalid_format: ({ issue: { format } }) => `must be ${formatNouns[format] ?? 'of another form'}`,
  not_multiple_of: ({ issue: { divisor } }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: () => 'must have only known fields',
  invalid_union: () => 'must be of another type',
  invalid_key: () => 'must have only known keys',
  invalid_element: () => 'must have elements that match',
  custom: () => 'must be another value',
}

const least = { number: 'be at least', length: 'have at least' }
const above = { number: 'be greater than', length: 'have more than' }
const most = { number: 'be at most', length: 'have at most' }
const below = { number: 'be less than', length: 'have fewer than' }

const unitNouns: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items' }

function boundOf(origin: string, limit: number | bigint, words: typeof least): string {
  const unit = unitNouns[origin]
  return unit === undefined ? `${words.number} ${limit}` : `${words.length} ${limit} ${unit}`
}

const typeNouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formatNouns: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'an absolute URL',
  uuid: 'a UUID',
  datetime: 'an instant such as 2026-01-15T09:30:00Z',
}

/**
 * The words for an issue: those of the schema if it has some that say what must be there. A value that is absent must
 * be given, whatever else the schema says.
 */
function demandOf(fault: Fault): string {
  const { issue, broken } = fault
  const isAbsent =
    issue.path.length > 0 && broken.value !== undefined && valueAt(broken.value, issue.path) === undefined
  if (isAbsent) return 'must be given'
  const say = demands[issue.code] as (fault: Fault) => string
  return issue.message.startsWith('must ') ? issue.message : say(fault)
}

const subjectOf = (path: Path): string => (path.length === 0 ? 'The body' : pathText(path))

/** The most of a path that a sentence shows. Names of fields are shorter, and a caller can send names of any length. */
const longestPath = 200

function pathText(path: Path): string {
  const text = path.join('.')
  return text.length > longestPath ? `${text.slice(0, longestPath)}…` : text
}

function superfluous(path: Path, broken: BrokenValue): string {
  const suggestion = didYouMeanInBrackets(String(path.at(-1)), broken.keysAt(path.slice(0, -1)))
  return `${pathText(path)} must be left out, since there is no such ${broken.noun ?? 'field'}${suggestion}`
}

/** The faults within the first alternative that has the type of the value, or the types of all alternatives. */
function unionClauses({ issue, broken }: Fault<Extract<Issue, { code: 'invalid_union' }>>): Clause[] {
  // A field distinguishes the alternatives, and has none of its values.
  if ('options' in issue && issue.options) {
    const values = issue.options.filter((value) => value !== undefined)
    return [
      () => `${subjectOf(issue.path)} ${demandOf({ issue: { ...issue, code: 'invalid_value', values }, broken })}`,
    ]
  }
  const alternatives: readonly (readonly Issue[])[] = issue.errors
  const isOfOtherType = (inner: readonly Issue[]) =>
    inner.some(({ path, code }) => path.length === 0 && isTypeFault(code))
  const fitting = alternatives.find((inner) => !isOfOtherType(inner))
  const within = (inner: Issue): Issue => ({ ...inner, path: [...issue.path, ...inner.path] })
  if (fitting) return fitting.flatMap((inner) => faultClauses(within(inner), broken))
  const ends = alternatives.flatMap((inner) => {
    const fault = inner.find(({ path, code }) => path.length === 0 && isTypeFault(code))
    return fault ? [demandOf({ issue: within(fault), broken })] : []
  })
  const [first = 'must be of another type', ...others] = [...new Set(ends)]
  return [
    () => `${subjectOf(issue.path)} ${[first, ...others.map((end) => end.replace(/^must be /, ''))].join(' or ')}`,
  ]
}

const isTypeFault = (code: Issue['code']): boolean => code === 'invalid_type' || code === 'invalid_value'

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)
}
