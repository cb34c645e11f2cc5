/**
 * Fills the `{name}` places of a URL template.
 *
 * @throws {@link TypeError} when an id is missing, empty, or a dot segment, which would name another URL.
 */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  const [start = '', ...places] = template.split('{')
  return places.reduce((url, place) => {
    const [name = '', rest] = place.split('}')
    const text = `${params[name] ?? ''}`
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`Failed to build the URL of ${template}: ${name} is missing, "." or "..".`)
    return url + encodeURIComponent(text) + rest
  }, start)
}

/**
 * Encodes query parameters: arrays repeat the name, objects become `name[key]=value`, undefined and null are left out.
 *
 * @returns The query without `?`; empty when there is nothing to send.
 */
export function encodeQuery(query?: object): string {
  return pairs(query).join('&')
}

function pairs(given: unknown, name?: string): string[] {
  const value = given instanceof Date ? given.toISOString() : (given ?? [])
  if (Array.isArray(value)) return value.flatMap((item) => pairs(item, name))
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, item]) => {
      const inner = encodeURIComponent(key)
      return pairs(item, name ? `${name}[${inner}]` : inner)
    })
  }
  return [`${name}=${encodeURIComponent(`${value}`)}`]
}
