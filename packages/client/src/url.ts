/**
 * Fills the `{name}` places of a URL template.
 *
 * @throws {@link TypeError} when an id is missing, empty, or a dot segment, which would name another URL.
 */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(params[name] ?? '')
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`Failed to build the URL of ${template}: ${name} is missing, "." or "..".`)
    return encodeURIComponent(text)
  })
}

/**
 * Encodes query parameters: arrays repeat the name, objects become `name[key]=value`, undefined and null are left out.
 *
 * @returns The query without `?`; empty when there is nothing to send.
 */
export function encodeQuery(query?: object): string {
  return pairs(query).join('&')
}

function pairs(value: unknown, name?: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pairs(item, name))
  if (typeof value === 'object' && value && !(value instanceof Date)) {
    return Object.entries(value).flatMap(([key, item]) => {
      const inner = encodeURIComponent(key)
      return pairs(item, name ? `${name}[${inner}]` : inner)
    })
  }
  return value === undefined || value === null ? [] : [`${name}=${encodeURIComponent(value instanceof Date ? value.toISOString() : String(value))}`]
}
