/** The token in front of the text of a session's cookies (see `cookieText.ts`); empty if there is none. */
export function tokenOfText(text: string): string {
  return /^([\w.-]+)~/.exec(text)?.[1] ?? ''
}
