/** The first expression that fits tells; what looks like two is listed under the more telling name first. */
const operatingSystems: readonly (readonly [string, RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod|iOS)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\b(Macintosh|Mac OS X|macOS)\b/],
  ['Linux', /\b(Linux|X11)\b/],
]

/** What user agents are read of; more of one tells nothing about its system. */
const readCharacters = 512

/**
 * Name of the operating system that a `User-Agent` header tells of: `Windows`, `Android`, `iOS`, `ChromeOS`, `macOS`,
 * `Linux`, or `Other` where it tells of none. A tablet that asks for desktop sites calls itself a Macintosh.
 */
export function operatingSystemOf(userAgent: string | null | undefined): string {
  const text = (userAgent ?? '').slice(0, readCharacters)
  return operatingSystems.find(([, expression]) => expression.test(text))?.[0] ?? 'Other'
}
