/** Longer texts are not typos of a name. Callers may send texts of any length. */
const longestWord = 200

/**
 * The candidate that is most similar to a word, if the word may be a typo of it.
 *
 * @returns `undefined` where more than a third of the letters would have to change.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined
  const mostChanges = Math.max(word.length, 3) / 3
  const letters = word.toLowerCase()
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    // Each letter that one has more than the other is a change.
    if (Math.abs(candidate.length - word.length) > mostChanges) continue
    const distance = editDistance(letters, candidate.toLowerCase())
    if (distance <= mostChanges && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { candidate, distance }
  }
  return best?.candidate
}

/** The nearest candidate, or the only one that begins like the word: `email` for `emailOnly`, `eth` for `ether`. */
function similar(word: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates]
  const [first, ...others] = all.filter((each) => isBeginning(word, each) || isBeginning(each, word))
  return nearest(word, all) ?? (others.length === 0 ? first : undefined)
}

/** Whether a text of three letters or more is another one without its last words or its last two letters. */
function isBeginning(short: string, long: string): boolean {
  const rest = long.slice(short.length)
  return short.length >= 3 && long.startsWith(short) && (rest.length <= 2 || /^[A-Z]/.test(rest))
}

/** The end of a refusal: ` Did you mean "users.list"?`, or nothing when no candidate is similar. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = similar(word, candidates)
  return candidate === undefined ? '' : ` Did you mean "${candidate}"?`
}

/** The same as a part of a sentence: ` (did you mean "users.list"?)`. */
export function didYouMeanInBrackets(word: string, candidates: Iterable<string>): string {
  const candidate = similar(word, candidates)
  return candidate === undefined ? '' : ` (did you mean "${candidate}"?)`
}

/** The kind of a value, which may be a secret itself. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

interface KeyNames {
  /** The called function, such as `createMock()`. */
  readonly call: string
  /** The word for a key, such as `option`. */
  readonly what: string
}

/** Refuses what is not an object, and an unknown key. @throws TypeError with the keys, or the nearest one */
export function assertKeys(value: object, keys: readonly string[], { call, what }: KeyNames): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`Failed to call "${call}": it takes an object with ${keys.join(', ')}, not ${kindOf(value)}.`)
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown !== undefined)
    throw new TypeError(`Failed to call "${call}": there is no ${what} "${unknown}".${didYouMean(unknown, keys)}`)
}

/**
 * The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other
 * (optimal string alignment).
 */
function editDistance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (i: number, j: number) => rows[i]?.[j] as number
  for (let i = 1; i <= from.length; i++) {
    const row = (rows[i] = [i])
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1))
    }
  }
  return at(from.length, to.length)
}
