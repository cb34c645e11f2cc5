/**
 * Replaces each `{name}` of a URL template.
 *
 * @throws {@link TypeError} when an id is missing, empty, a list, another object, has a line end, or is a dot segment,
 * which would name another URL.
 */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replace(/{(\w+)}/g, (_, name: string) => {
    const value = params[name]
    const text = typeof value === 'object' ? '' : `${value ?? ''}`
    if (/^\.?\.?$|[\r\n]/.test(text))
      throw new TypeError(
        `"${name}" of ${template} must be an id without a line end. environmentId can be set on the client.`,
      )
    // Most ids need no encoding, and encoding is the slowest step here.
    return /[^\w-]/.test(text) ? encodeURIComponent(text) : text
  })
}

/**
 * Encodes query parameters: arrays repeat the name, objects become `name[key]=value`, undefined and null are left out.
 *
 * @returns The query without `?`; empty when there is nothing to send.
 */
export function encodeQuery(query?: unknown, name = ''): string {
  const value = query instanceof Date ? query.toISOString() : (query ?? [])
  if (typeof value !== 'object') return `${name}=${encodeURIComponent(value as string)}`
  return Object.entries(value)
    .map(([key, item]) => {
      const inner = encodeURIComponent(key)
      const innerName = name ? `${name}[${inner}]` : inner
      return encodeQuery(item, Array.isArray(value) ? name : innerName)
    })
    .filter(Boolean)
    .join('&')
}
