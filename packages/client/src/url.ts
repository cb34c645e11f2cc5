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
export function encodeQuery(query: object = {}): string {
  const parts: string[] = []
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) add(name, item)
    else if (value instanceof Date) add(name, value.toISOString())
    else if (typeof value === 'object' && value) addAll(value, (key) => `${name}[${key}]`)
    else if (value !== undefined && value !== null) parts.push(`${name}=${encodeURIComponent(String(value))}`)
  }
  const addAll = (values: object, nameOf: (key: string) => string): void => {
    for (const [key, value] of Object.entries(values)) add(nameOf(encodeURIComponent(key)), value)
  }
  addAll(query, String)
  return parts.join('&')
}
