import { didYouMean } from '@latchkey/base/nearest'
import type * as z from 'zod'
import { keysAt } from '../../http/validators.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** The noun for a value of each field, for refusals. */
const nouns: Readonly<Record<string, string>> = {
  chain: 'a chain',
  provider: 'a provider',
  providers: 'a provider',
  outcome: 'an outcome',
  fieldType: 'a type of field',
}

/** A path as code writes it: `people[2].wallets[0].chain`. */
function pathText(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    if (!/^[\w$]+$/.test(String(key))) return `${text}[${JSON.stringify(String(key))}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

/** The faults of a value, each with its path and the nearest name. */
export function faultsOf(issues: readonly Issue[], value: unknown, schema: z.ZodType): string[] {
  return issues.flatMap((issue) => faultOf(issue, value, schema))
}

/** A fault with its path as text, and the value there. */
interface LocatedIssue<I extends Issue = Issue> {
  readonly issue: I
  /** `people[0]: `, or nothing at the root. */
  readonly before: string
  readonly faultyValue: unknown
  readonly value: unknown
  readonly schema: z.ZodType
}

/** Of the unknown fields of an object. Nobody misspells more of them, and a caller can send any number. */
const mostSuggestions = 20

/** The sentences about a fault, by the code of the issue. */
const explanations: {
  readonly [C in Issue['code']]?: (located: LocatedIssue<Extract<Issue, { code: C }>>) => string[]
} = {
  unrecognized_keys: ({ issue, before, schema }) =>
    issue.keys.map((key, i) => {
      const suggestion = i < mostSuggestions ? didYouMean(key, keysAt(schema, issue.path)) : ''
      return `${before}there is no field "${key}".${suggestion}`
    }),
  invalid_value: ({ issue, before, faultyValue }) => [
    `${before}${JSON.stringify(faultyValue) ?? 'nothing'} is not ${nounOf(issue)}.${nearestOf(faultyValue, issue)}`,
  ],
  invalid_type: ({ issue, before, faultyValue }) => [
    faultyValue === undefined && issue.path.length > 0
      ? `${before}it is missing.`
      : `${before}this is not ${typeNouns[issue.expected] ?? issue.expected}.`,
  ],
  invalid_union({ issue, before, faultyValue, value, schema }) {
    const option = issue.errors.find((inner) => !inner.some((each) => isOfOtherType(each, faultyValue)))
    if (!option) return [`${before}this is neither a text nor an object.`]
    return faultsOf(
      option.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
      value,
      schema,
    )
  },
}

function faultOf(issue: Issue, value: unknown, schema: z.ZodType): string[] {
  const at = pathText(issue.path)
  const before = at === '' ? '' : `${at}: `
  const explain = explanations[issue.code] as ((located: LocatedIssue) => string[]) | undefined
  if (explain) return explain({ issue, before, faultyValue: valueAt(value, issue.path), value, schema })
  return [`${before}${/^[A-Z]/.test(issue.message) ? issue.message : `it ${issue.message}`}.`]
}

const typeNouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Whether an option of a union is one for another type of value. */
const isOfOtherType = ({ code, path }: Issue, faultyValue: unknown) =>
  path.length === 0 && (code === 'invalid_type' || (code === 'invalid_value' && typeof faultyValue !== 'string'))

type InvalidValue = Extract<Issue, { code: 'invalid_value' }>

function nounOf({ path, values }: InvalidValue): string {
  const name = path.findLast((key) => typeof key === 'string')
  return nouns[String(name)] ?? `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`
}

const nearestOf = (faultyValue: unknown, { values }: InvalidValue) =>
  typeof faultyValue === 'string' ? didYouMean(faultyValue, values.map(String)) : ''

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (Object(inner) as Record<PropertyKey, unknown>)[key], value)
}
