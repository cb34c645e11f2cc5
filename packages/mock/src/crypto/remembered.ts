/**
 * Makes a text of a text, and remembers the last `limit` of both, so that what comes again and again is made once.
 *
 * @param limit - How many texts stay in memory; the one that was made first gives way.
 * @param make - Gives the same for the same text, always.
 */
export function remembered(limit: number, make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    const made = make(text)
    if (known.size >= limit) known.delete(known.keys().next().value ?? '')
    known.set(text, made)
    return made
  }
}
