/** The code of a refusal, which blocked sign-ins have within `error`. */
export function codeIn(text: string | null): string | undefined {
  try {
    const { code, error } = Object(JSON.parse(text ?? 'null')) as { readonly code?: unknown; readonly error?: unknown }
    const found = code ?? (Object(error) as { readonly code?: unknown }).code
    return typeof found === 'string' ? found : undefined
  } catch {
    return undefined
  }
}
