interface Entry {
  readonly method: string
  readonly path: string
}

/**
 * A pattern that matches only the given operations: by the smallest number of last path segments that distinguishes
 * them.
 *
 * @param withMethod - Whether the pattern matches `GET /a/path` instead of the path, and so distinguishes methods.
 * @throws Error when another operation has the same path (and the same method, with `withMethod`).
 */
export function patternOf<E extends Entry>(
  all: readonly E[],
  isMeant: (entry: E) => boolean,
  withMethod = false,
): string {
  const endings = all.filter(isMeant).map((entry) => {
    const { method, path } = entry
    const rivals = all.filter((other) => !isMeant(other) && (!withMethod || other.method === method))
    const segments = path.split('/').slice(1)
    const ending = segments
      .map((_, i) => segments.slice(-1 - i).join('/'))
      .find((text) => rivals.every((other) => !other.path.endsWith(`/${text}`)))
    if (ending === undefined) throw new Error(`${method} ${path} cannot be told from another operation of that path.`)
    return `${withMethod ? `^${method.toUpperCase()} .*` : ''}/${ending}`.replace(/[{}/]/g, '\\$&')
  })
  return `/(?:${[...new Set(endings)].sort().join('|')})$/`
}
