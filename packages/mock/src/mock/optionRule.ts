import { didYouMean } from '@latchkey/base/nearest'

/** How an option is checked, and its default. */
export interface OptionRule<Value = unknown> {
  /** The value of an option that is left out. Without a default it stays undefined. */
  readonly default?: Value
  /** Why a value is refused, in a sentence; `undefined` for one that can be used. */
  readonly problem: (value: unknown, name: string) => string | undefined
}

type Problem = Pick<OptionRule, 'problem'>

/** A rule whose sentence begins with the option: `takes true or false`. */
export const takes = (rule: string, isValid: (value: unknown) => boolean): Problem => ({
  problem: (value, name) => (isValid(value) ? undefined : `\`${name}\` ${rule}.`),
})

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

export const trueOrFalse = takes('takes true or false', (value) => typeof value === 'boolean')
export const count = takes(
  'must be a whole number of 0 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
)
export const aFunction = takes('takes a function', (value) => typeof value === 'function')

/** An option that is checked by what reads it. */
export const checkedWhenRead: Problem = { problem: () => undefined }

/** The values of an option that is one of a few words: a record, so that one that is missing does not compile. */
export interface Choice<Value extends string> extends Problem {
  readonly values: Readonly<Record<Value, 0>>
}

/** @param verb - How the sentence begins after the option. */
export function choice<Value extends string>(values: Readonly<Record<Value, 0>>, verb = 'must be'): Choice<Value> {
  const names = Object.keys(values)
  const isShort = names.length < 3
  return {
    values,
    problem(value, name) {
      if (names.includes(value as string)) return undefined
      if (isShort) return `\`${name}\` ${verb} ${names.map((each) => `"${each}"`).join(' or ')}.`
      return `\`${name}\` ${verb} ${names.join(', ')}, not "${String(value)}".${didYouMean(String(value), names)}`
    },
  }
}

/** One that is one of a few words has to list them. */
type RuleOf<Value> = OptionRule<Value> &
  ([Value] extends [string] ? (string extends Value ? unknown : Choice<Value & string>) : unknown)

/** A rule for each option. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: RuleOf<Exclude<Options[Name], undefined>> }

/** The options with the defaults of their rules filled in. */
export type Filled<Options, Rules> = {
  readonly [Name in keyof Options as Name extends NamesWithDefault<Rules> ? Name : never]-?: Exclude<
    Options[Name],
    undefined
  >
} & { readonly [Name in keyof Options as Name extends NamesWithDefault<Rules> ? never : Name]: Options[Name] }

type NamesWithDefault<Rules> = {
  [Name in keyof Rules]: Rules[Name] extends { readonly default: unknown } ? Name : never
}[keyof Rules]

/** The defaults of rules, for filling in. */
export function defaultsOf(rules: Readonly<Record<string, OptionRule>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => ('default' in rule ? [[name, rule.default]] : [])),
  )
}

/** The sentence about the first option that is refused. An option that is `undefined` is left out. */
export function problemOf(options: object, rules: Readonly<Record<string, OptionRule>>): string | undefined {
  for (const [name, rule] of Object.entries(rules)) {
    const value = (options as Readonly<Record<string, unknown>>)[name]
    const problem = value === undefined ? undefined : rule.problem(value, name)
    if (problem !== undefined) return problem
  }
  return undefined
}
