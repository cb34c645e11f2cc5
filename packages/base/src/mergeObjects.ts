import { isObject } from './isObject.ts'

/**
 * Merges changes into a value: objects are merged at every depth, lists and plain values replaced. A change that is
 * `undefined` is left out.
 *
 * @param options.nullRemoves - Whether `null` takes a key away (RFC 7396). @default false
 */
export function mergeObjects(
  target: unknown,
  changes: unknown,
  { nullRemoves = false }: { readonly nullRemoves?: boolean } = {},
): unknown {
  if (!isObject(changes)) return changes
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(changes)) {
    if (value === null && nullRemoves) delete merged[key]
    else if (value !== undefined) merged[key] = mergeObjects(merged[key], value, { nullRemoves })
  }
  return merged
}
