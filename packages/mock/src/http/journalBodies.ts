/** How much of a body the journal shows, in bytes of its text. */
export const shownBodyBytes = 65_536

/** The longest text that is kept whole, in characters: secrets in it are covered when it is read. */
const longestWholeText = 4 * shownBodyBytes

/** A body as the journal keeps it: its text, because that takes less memory than its objects. */
export interface KeptBody {
  /** `null` where there was no body. */
  readonly text: string | null
  /** Whether the text is JSON. */
  readonly isJson: boolean
  /** Of a text that was cut when it was recorded: how many bytes it had. */
  readonly cutFromBytes?: number
}

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
 * Returns the part of a body that the journal keeps.
 *
 * @param redact - Covers secrets. A text that is kept whole is redacted when it is read, so that recording is cheap.
 */
export function keepBody(text: string | null, isJson: boolean, redact: (value: unknown) => unknown): KeptBody {
  const body = { text, isJson }
  if (text === null || text.length <= longestWholeText) return body
  const { shown, cutFromBytes } = showBody(body, redact)
  if (cutFromBytes !== undefined) return { text: String(shown), isJson: false, cutFromBytes }
  return { text: isJson ? JSON.stringify(shown) : String(shown), isJson }
}

/** @param redact - As for {@link keepBody}. */
export function showBody({ text, isJson, cutFromBytes }: KeptBody, redact: (value: unknown) => unknown): ShownBody {
  if (text === null) return { shown: undefined }
  if (cutFromBytes !== undefined) return { shown: text, cutFromBytes }
  const value = redact(isJson ? JSON.parse(text) : text)
  const shown = isJson ? JSON.stringify(value) : String(value)
  // A character takes at most three bytes.
  if (shown.length * 3 <= shownBodyBytes) return { shown: value }
  const bytes = encoder().encode(shown).length
  return bytes <= shownBodyBytes ? { shown: value } : { shown: startOf(shown), cutFromBytes: bytes }
}

/** The first bytes of a text, in memory of its own: a slice would hold the whole text. */
export function startOf(text: string, bytes = shownBodyBytes): string {
  const start = new Uint8Array(bytes)
  const { written } = encoder().encodeInto(text, start)
  return decoder().decode(start.subarray(0, written))
}

/** About how many bytes of memory a value takes. */
export function weigh(value: unknown): number {
  let bytes = 0
  const rest: unknown[] = [value]
  while (rest.length > 0) {
    const next = rest.pop()
    if (typeof next === 'string') bytes += 24 + 2 * next.length
    else if (typeof next !== 'object' || next === null) bytes += 8
    else if (Array.isArray(next)) {
      bytes += 32 + 8 * next.length
      for (const inner of next as unknown[]) rest.push(inner)
    } else {
      bytes += 56
      for (const [name, inner] of Object.entries(next)) {
        bytes += 24 + 2 * name.length
        rest.push(inner)
      }
    }
  }
  return bytes
}
