import { isObject } from '@latchkey/base/isObject'

/**
 * Whether two values are the same JSON data, with keys in any order; a key without a value counts as missing.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, place) => isSameJson(item, b[place]))
    )
  if (!isObject(a) || !isObject(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) =>
    isSameJson(valueOf(a, key), valueOf(b, key)),
  )
}

/** Whether a key is the object's own; every object inherits `constructor` and the like. */
function valueOf(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
