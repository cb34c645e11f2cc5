/** How much of a body the journal keeps, in bytes of its text. */
export const keptBodyBytes = 65_536

/** A body as the journal keeps it: the value itself, or its text if that takes less memory. */
export type KeptBody = { readonly bytes: number } & (
  | { readonly value: unknown }
  | { readonly text: string; readonly isJson: boolean; readonly cutFromBytes?: number }
)

/** A body as the journal shows it. */
interface ShownBody {
  readonly shown: unknown
  /** Of a body that is not shown whole: how many bytes its text has. */
  readonly cutFromBytes?: number
}

// Made when they are needed: platforms that lack them get a sentence from `createMock`, which comes after this module.
const encoder = () => new TextEncoder()
const decoder = () => new TextDecoder()

/**
 * What the journal keeps of a body, and about how many bytes of memory that takes.
 *
 * @param redact - Covers secrets. A body that is kept as a value is redacted when it is read, so that recording is cheap.
 */
export function keepBody(value: unknown, redact: (value: unknown) => unknown): KeptBody {
  const bytes = weigh(value, keptBodyBytes)
  if (bytes <= keptBodyBytes) return { value, bytes }
  const shown = redact(value)
  const isText = typeof shown === 'string'
  const text = isText ? shown : JSON.stringify(shown)
  const textBytes = encoder().encode(text).length
  const start = startOf(text)
  const isWhole = textBytes <= keptBodyBytes
  return {
    text: start,
    isJson: isWhole && !isText,
    bytes: 2 * start.length,
    ...(!isWhole && { cutFromBytes: textBytes }),
  }
}

/** @param redact - As for {@link keepBody}. */
export function showBody(kept: KeptBody, redact: (value: unknown) => unknown): ShownBody {
  if ('value' in kept) return { shown: redact(kept.value) }
  const { text, isJson, cutFromBytes } = kept
  return { shown: isJson ? JSON.parse(text) : text, ...(cutFromBytes !== undefined && { cutFromBytes }) }
}

/** The start of a text, in memory of its own: a slice would hold the whole text. */
function startOf(text: string): string {
  const start = new Uint8Array(keptBodyBytes)
  const { written } = encoder().encodeInto(text, start)
  return decoder().decode(start.subarray(0, written))
}

/** About how many bytes of memory a value takes: the sum up to the limit, or more than the limit. */
export function weigh(value: unknown, limit: number): number {
  let bytes = 0
  const rest: unknown[] = [value]
  while (rest.length > 0 && bytes <= limit) {
    const next = rest.pop()
    if (typeof next === 'string') bytes += 24 + 2 * next.length
    else if (typeof next !== 'object' || next === null) bytes += 8
    else if (Array.isArray(next)) {
      bytes += 32 + 8 * next.length
      if (bytes <= limit) for (const inner of next as unknown[]) rest.push(inner)
    } else {
      bytes += 56
      for (const [name, inner] of Object.entries(next)) {
        bytes += 24 + 2 * name.length
        if (bytes > limit) break
        rest.push(inner)
      }
    }
  }
  return bytes
}
