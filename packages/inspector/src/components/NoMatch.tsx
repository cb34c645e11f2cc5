import { Empty } from './Empty.tsx'

interface NoMatchProps {
  /** The sentence that nothing matches: `'No request matches the filter'`. */
  readonly title: string
  /** How many there are without the search; absent where that is not known. */
  readonly count?: number
  /** Ends the search. */
  onShowAll(): void
}

/** Shows that nothing matches a search, and ends the search on demand. */
export function NoMatch({ title, count, onShowAll }: NoMatchProps) {
  return (
    <Empty icon="search" title={title}>
      <button type="button" onClick={onShowAll}>
        Show all{count !== undefined && ` ${count}`}
      </button>
    </Empty>
  )
}
