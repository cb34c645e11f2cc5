/** The code of a refusal, a value or its JSON. Blocked sign-ins have it within `error`. */
export function codeIn(reply: unknown): string | undefined {
  const { code, error } = Object(typeof reply === 'string' ? readJson(reply) : reply) as {
    readonly code?: unknown
    readonly error?: unknown
  }
  const found = code ?? (Object(error) as { readonly code?: unknown }).code
  return typeof found === 'string' ? found : undefined
}

/** `undefined` for a text that is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
