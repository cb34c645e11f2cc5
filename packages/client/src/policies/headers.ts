/** Headers to add; `null` in a record removes a header that was added before. */
export type HeadersChoice = RequestInit['headers'] | Readonly<Record<string, string | null>>

type Given = HeadersChoice | Readonly<Record<string, string | undefined>>

/** The header `x-request-id` if its value has the form of an id, since a proxy may put any text there. */
export function requestIdOf({ headers }: Response): string | undefined {
  return /^[\w.:-]{1,64}$/.exec(headers.get('x-request-id') ?? '')?.[0]
}

/**
 * Headers by lower-case name. A later value overrides an earlier one, `null` removes it, and undefined changes nothing.
 *
 * @throws {@link TypeError} for an invalid name or value. The platform's message would quote the value, which may be a
 *   token. An invalid name may be one as well, so it is not quoted either.
 */
export function mergeHeaders(...all: readonly Given[]): Record<string, string> {
  const merged: Record<string, string> = {}
  for (const source of all) {
    const record = (source as Partial<Iterable<[string, string]>>)?.[Symbol.iterator]
      ? Object.fromEntries(source as Iterable<[string, string]>)
      : source
    for (const name in record) {
      const key = name.toLowerCase()
      const value = (record as Record<string, string | null | undefined>)[name]
      const isName = !/[^\w!#-'*+.^`|~-]/.test(key)
      if (!isName || /[^\t -~\x80-\xff]/.test(value as string))
        throw new TypeError(
          `${isName ? `The header "${key}"` : 'A header'} has a line end or another forbidden character.`,
        )
      if (value === null) delete merged[key]
      else if (value !== undefined) merged[key] = value
    }
  }
  return merged
}

/** The headers that are `null`. Spread before other headers of the same name, they change nothing. */
export function nullHeaders(headers: HeadersChoice = {}): Record<string, null> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value === null))
}
