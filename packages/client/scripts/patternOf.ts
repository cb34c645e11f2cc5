interface Entry {
  readonly method: string
  readonly path: string
}

/**
 * A pattern that some of all operations match: by the fewest last segments of their paths that tell them from the
 * others.
 *
 * @param withMethod - It is to match `GET /a/path` instead of the path alone, and tells operations of one path apart.
 * @throws Error when an operation that is not meant has the same path, and the method too where it counts.
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
