/**
 * A list of the fields of `T` that has to name every one of them: with a field missing it does not compile.
 *
 * @example const parts = allFields<{ street: string; city: string }>()('street', 'city')
 */
export const allFields =
  <T>() =>
  <const Names extends readonly (keyof T)[]>(
    ...names: [Exclude<keyof T, Names[number]>] extends [never] ? Names : [missing: Exclude<keyof T, Names[number]>]
  ): Names =>
    names as Names
