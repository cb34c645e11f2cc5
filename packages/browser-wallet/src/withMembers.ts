/** An object with the members of two, getters included, which a spread would read once. */
export function withMembers<T extends object, U extends object>(base: T, more: U): T & U {
  const descriptors = { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) }
  return Object.defineProperties({}, descriptors) as T & U
}
