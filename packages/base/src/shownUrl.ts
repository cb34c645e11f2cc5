/**
 * A URL, or a text in the place of one, as messages show it: without credentials, query and fragment, in which there can
 * be keys.
 */
export function shownUrl(text: string): string {
  // A password can have any character, also "/" and "?" in a text that is no URL.
  const withoutCredentials = text.replace(/^([a-z][a-z\d+.-]*:\/\/)?.*@/is, '$1…@')
  return withoutCredentials.replace(/[?#].*$/s, '?…')
}
