interface ShownCountProps {
  readonly shown: readonly unknown[]
  readonly all: readonly unknown[]
}

/** How many records match a search, of how many: `3 of 10`. */
export function ShownCount({ shown, all }: ShownCountProps) {
  return (
    <span class="muted small tabular">
      {shown.length === all.length ? all.length : `${shown.length} of ${all.length}`}
    </span>
  )
}
