/** Fields as a query or a form has them: lists as repeated names, objects as `name[key]`. Without a value they are left out. */
export function formOf(fields: object): string {
  return String(new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => pairsOf(name, value))))
}

/** The query of a URL with its `?`, or an empty text. */
export function searchOf(query: object): string {
  const search = formOf(query)
  return search === '' ? '' : `?${search}`
}

function pairsOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item))
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
}
