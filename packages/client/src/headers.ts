import type { ClientChoice } from './createTransport.ts'

type Given = ClientChoice['headers'] | Readonly<Record<string, string | undefined>>

/**
 * Headers by lower-case name; later ones win, `null` takes one away, and undefined changes nothing.
 *
 * @throws {@link TypeError} for a name or value that no header may have: the platform's own message would quote the
 * value, which may be a token.
 */
export function mergeHeaders(...all: readonly Given[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const one of all) {
    const entries = (one as Partial<Iterable<[string, string]>>)?.[Symbol.iterator] ? (one as Iterable<[string, string]>) : Object.entries(one ?? {})
    for (const [name, value] of entries) {
      const key = name.toLowerCase()
      if (!/^[\w!#-'*+.^`|~-]+:[\t -~\x80-\xff]*$/.test(`${key}:${value}`)) throw new TypeError('A header has a name or value that none may have.')
      if (value === null) delete merged[key]
      else if (value !== undefined) merged[key] = value
    }
  }
  return merged
}
