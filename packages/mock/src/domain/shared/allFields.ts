/**
 * A list of all fields of `T`. It does not compile if a field is missing.
 *
 * @example const parts = allFields<{ street: string; city: string }>()('street', 'city')
 */
export const allFields =
  <T>() =>
  <const Names extends readonly (keyof T)[]>(
    ...names: [Exclude<keyof T, Names[number]>] extends [never]
      ? Names
      : [missing: Exclude<keyof T, Names[number]>, ...unknown[]]
  ): Names =>
    names as Names
