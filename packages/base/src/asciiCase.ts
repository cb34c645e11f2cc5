/**
 * A text with `A` to `Z` in lower case and everything else unchanged, for identifiers such as addresses and domains.
 *
 * `toLowerCase` turns some other letters into ASCII ones (the Kelvin sign becomes a `k`), which would make two people's
 * names equal.
 */
export function asciiLowerCase(text: string): string
export function asciiLowerCase(text: string | null | undefined): string | undefined
export function asciiLowerCase(text: string | null | undefined): string | undefined {
  return text?.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
