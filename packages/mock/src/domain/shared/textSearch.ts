import type { RunGroup } from '@latchkey/store/runGroups'
import { GramFilter, gramsOf } from './gramFilter.ts'

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

/** Finds the records that contain a text, whatever the case of their letters. */
export interface TextSearch<R> {
  /**
   * @param records - A run of records, from a table's `runs()`. Their texts are cached for as long as the run exists.
   * @param wanted - In lower case.
   */
  (records: readonly R[], wanted: string): R[]
  /**
   * Whether no record of a group contains a lower-case text. It may say no although there is none.
   *
   * The first time that it is asked about a group, it says no, so that a group that changes with each request costs
   * nothing. What the group contains is noted when it is asked again, and cached for as long as the group exists.
   */
  skips(group: RunGroup<R>, wanted: string): boolean
}

/** Separates the texts. If the wanted text contains it, each text is searched by itself. */
const separator = '\0'

const isSearchedAlone = (wanted: string) => wanted === '' || wanted.includes(separator)

/**
 * Creates a search.
 *
 * @param textsOf - Returns the texts of a record to search.
 */
export function createTextSearch<R>(textsOf: (record: R) => readonly Text[]): TextSearch<R> {
  const searchTexts = new WeakMap<readonly R[], SearchText>()
  const filters = new WeakMap<object, GramFilter | 'asked once'>()
  let asked = { wanted: '', grams: gramsOf('') }

  function search(records: readonly R[], wanted: string): R[] {
    if (isSearchedAlone(wanted))
      return records.filter((record) => textsOf(record).some((text) => text?.toLowerCase().includes(wanted)))
    const { text, ends } = keptTextOf(records)
    const matches: R[] = []
    let position = text.indexOf(wanted)
    for (let i = 0; position !== -1; i++) {
      while (position >= ends[i]!) i++
      matches.push(records[i]!)
      position = text.indexOf(wanted, ends[i])
    }
    return matches
  }

  function skips({ node, allRuns }: RunGroup<R>, wanted: string): boolean {
    if (isSearchedAlone(wanted)) return false
    const filter = filters.get(node)
    if (filter instanceof GramFilter) {
      // A search asks about many groups in a row.
      if (asked.wanted !== wanted) asked = { wanted, grams: gramsOf(wanted) }
      return !filter.mayHave(asked.grams)
    }
    filters.set(node, filter ? new GramFilter(allRuns().map((run) => keptTextOf(run).text)) : 'asked once')
    return false
  }

  return Object.assign(search, { skips })

  function keptTextOf(records: readonly R[]): SearchText {
    const searchText = searchTexts.get(records) ?? searchTextOf(records)
    searchTexts.set(records, searchText)
    return searchText
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
