/**
 * Syntax that RE2 does not have: looking ahead and behind, references to groups, names of groups (older versions of it),
 * code points as `\u…`, control characters as `\c…`, and the empty classes `[]` and `[^]` of JavaScript.
 */
const unknownToRe2 = /\\[1-9ucBk]|\(\?(?:[=!]|<)|\[\^?\]/

/** How often RE2 repeats at most. */
const maximumCount = 1000

/**
 * Whether RE2 reads a pattern, as the regular expressions of Go, and of tools that must not hang, do. It may say no to
 * one that RE2 reads, and never yes to one that it refuses.
 *
 * @see https://github.com/google/re2/wiki/Syntax
 */
export function isRe2Pattern(pattern: string): boolean {
  // An escaped backslash or bracket begins nothing.
  if (unknownToRe2.test(pattern.replaceAll(/\\[\\[\](]/g, ''))) return false
  const counts = Array.from(pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g), ([, least, most]) => Number(most || least))
  return counts.every((count) => count <= maximumCount)
}
