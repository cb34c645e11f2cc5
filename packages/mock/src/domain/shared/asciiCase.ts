/**
 * A text with its capitals `A` to `Z` in lower case and everything else as it is, for names that tell who or where
 * somebody is.
 *
 * `toLowerCase` makes letters of ASCII out of others (the Kelvin sign becomes a `k`), so that two names of two people
 * would be compared as one.
 */
export function asciiLowerCase(text: string): string
export function asciiLowerCase(text: string | null | undefined): string | undefined
export function asciiLowerCase(text: string | null | undefined): string | undefined {
  return text?.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
