interface ShowMoreProps {
  /** How many a click adds. */
  readonly step: number
  readonly shown: number
  readonly count: number
  onMore(): void
}

/** The button below a list that shows only its first records. */
export function ShowMore({ step, shown, count, onMore }: ShowMoreProps) {
  return (
    <button type="button" class="quiet wide" onClick={onMore}>
      Show {Math.min(step, count - shown)} more of {count}
    </button>
  )
}
