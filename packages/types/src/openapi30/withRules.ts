/** An object of a document. */
export type Node = Readonly<Record<string, unknown>>
type Rule = (value: unknown) => unknown

/** A copy of an object with some of its properties converted, in the same order. */
export function withRules(rules: Readonly<Record<string, Rule>>, node: unknown): Node {
  const convert = ([key, value]: [string, unknown]) => [
    key,
    Object.hasOwn(rules, key) && value !== undefined ? rules[key]?.(value) : value,
  ]
  return Object.fromEntries(Object.entries(node as Node).map(convert))
}

/** A rule for a map: for each of its values. */
export const each =
  (rule: Rule): Rule =>
  (map) =>
    Object.fromEntries(Object.entries(map as Node).map(([key, value]) => [key, rule(value)]))

/** A rule for an array: for each of its elements. */
export const list =
  (rule: Rule): Rule =>
  (elements) =>
    (elements as readonly unknown[]).map(rule)

/** A copy of an object without some of its properties. */
export function without(node: Node, keys: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)))
}
