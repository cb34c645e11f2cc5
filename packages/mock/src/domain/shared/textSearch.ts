type Text = string | null | undefined

/**
 * The texts of a run of records in lower case and in one string, so that one look at it finds the few that hold a text.
 */
interface SearchText {
  readonly text: string
  /** Where the part of each record ends. */
  readonly ends: readonly number[]
}

/** Stands between texts. A searched text that has it is looked for in each text alone. */
const separator = '\0'

/**
 * Creates a search for the records that hold a text, upper and lower case alike.
 *
 * @param textsOf - The texts of a record that are searched.
 * @returns Of a run of records, as `runs()` of a table gives them, those that hold `wanted`, which is in lower case.
 * What is searched of a run is kept as long as the run is.
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
    // Joined, a text lies in one piece of memory; one that grows by `+=` is a tree of pieces.
    return { text: parts.join(''), ends }
  }
}
