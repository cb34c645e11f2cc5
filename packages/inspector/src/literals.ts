/** A word of the shell, in which nothing has a meaning. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A JSON value as a literal of JavaScript, as the house of most apps formats it. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return literalText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${literal(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return items.length === 0 ? `${open}${close}` : `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`
}

function literalText(text: string): string {
  const json = JSON.stringify(text)
  return /'|\\"/.test(json) ? json : `'${json.slice(1, -1)}'`
}

/** A name that would set the prototype is computed. */
function nameOf(name: string): string {
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literalText(name)
}
