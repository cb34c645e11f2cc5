/** The first matching expression decides. Where two could match, the more specific one stands first. */
const operatingSystems: readonly (readonly [string, RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod|iOS)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\b(Macintosh|Mac OS X|macOS)\b/],
  ['Linux', /\b(Linux|X11)\b/],
]

/** How much of a user agent is read; the rest says nothing about the system. */
const readCharacters = 512

/**
 * The operating system named by a `User-Agent` header: `Windows`, `Android`, `iOS`, `ChromeOS`, `macOS`, `Linux`, or
 * `Other` if it names none. A tablet that asks for desktop sites calls itself a Macintosh.
 */
export function operatingSystemOf(userAgent: string | null | undefined): string {
  const text = (userAgent ?? '').slice(0, readCharacters)
  return operatingSystems.find(([, expression]) => expression.test(text))?.[0] ?? 'Other'
}
