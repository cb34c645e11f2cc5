/**
 * Every value of an enum, in the order of the object. A value that is missing does not compile, so that none is
 * forgotten when the document gets a new one.
 *
 * @param values - Every value as a key.
 */
export function everyValue<V extends string>(values: Readonly<Record<V, true>>): readonly V[] {
  return Object.keys(values) as V[]
}
