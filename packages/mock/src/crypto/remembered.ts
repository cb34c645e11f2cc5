/**
 * Caches a function from text to text: it remembers the results for the last `limit` texts.
 *
 * @param limit - How many texts stay in memory; the oldest entry is removed first.
 * @param make - A pure function: the same text always gives the same result.
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
