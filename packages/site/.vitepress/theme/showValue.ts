const longestLine = 72

/** Writes a value as a reader of code expects it: texts as they are, other values as literals. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.name}: ${value.message}`
  return showNested(value, '', new Set())
}

function showNested(value: unknown, indent: string, above: ReadonlySet<object>): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'function') return `[function ${value.name || 'without a name'}]`
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Error) return `[${value.name}: ${value.message}]`
  if (above.has(value)) return '[circular]'
  const inner = `${indent}  `
  const within = new Set([...above, value])
  const isList = Array.isArray(value) || ArrayBuffer.isView(value)
  const parts = isList
    ? Array.from(value as ArrayLike<unknown>, (item) => showNested(item, inner, within))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${nameOf(name)}: ${showNested(item, inner, within)}`)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const line = open + parts.join(', ') + close
  if (parts.length === 0) return isList ? '[]' : '{}'
  if (indent.length + line.length <= longestLine && !line.includes('\n')) return line
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`
}

const nameOf = (name: string) => (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : `'${name}'`)
