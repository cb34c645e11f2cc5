/**
 * Caches a function from text to text: it remembers the results for the last `limit` texts.
 *
 * @param limit - How many texts stay in memory; the oldest entry is removed first.
 * @param make - A pure function: the same text always gives the same result.
 */
export function remembered(limit: number, make: (text: string) => string): (text: string) => string {
  const cache = new Map<string, string>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const computed = make(text)
    if (cache.size >= limit) cache.delete(cache.keys().next().value ?? '')
    cache.set(text, computed)
    return computed
  }
}
