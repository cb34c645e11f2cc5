type Text = string | null | undefined

/**
 * The texts of a run of records, in lower case, joined into one string, so that one search finds the few records that
 * contain a text.
 */
interface SearchText {
  readonly text: string
  /** The end of each record's part. */
  readonly ends: readonly number[]
}

/** Separates the texts. If the wanted text contains it, each text is searched alone. */
const separator = '\0'

/**
 * Creates a case-insensitive search for the records that contain a text.
 *
 * @param textsOf - Returns the texts of a record to search.
 * @returns A function that takes a run of records, from a table's `runs()`, and a lower-case text, and returns the
 * records that contain it. The joined texts are cached for as long as the run exists.
 */
export function createTextSearch<R>(
  textsOf: (record: R) => readonly Text[],
): (records: readonly R[], wanted: string) => R[] {
  const searchTexts = new WeakMap<readonly R[], SearchText>()

  return (records, wanted) => {
    if (wanted === '' || wanted.includes(separator))
      return records.filter((record) => textsOf(record).some((text) => text?.toLowerCase().includes(wanted)))
    let searchText = searchTexts.get(records)
    if (!searchText) searchTexts.set(records, (searchText = searchTextOf(records)))
    const { text, ends } = searchText
    const matches: R[] = []
    let position = text.indexOf(wanted)
    for (let i = 0; position !== -1; i++) {
      while (position >= ends[i]!) i++
      matches.push(records[i]!)
      position = text.indexOf(wanted, ends[i])
    }
    return matches
  }

  function searchTextOf(records: readonly R[]): SearchText {
    const parts: string[] = []
    const ends: number[] = []
    let end = 0
    for (const record of records) {
      for (const text of textsOf(record)) {
        if (!text) continue
        const part = text.toLowerCase() + separator
        parts.push(part)
        end += part.length
      }
      ends.push(end)
    }
    // `join` makes one flat string; `+=` would make a tree of pieces.
    return { text: parts.join(''), ends }
  }
}
