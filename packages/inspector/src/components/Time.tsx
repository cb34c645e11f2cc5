import { dateOf } from '../platform.ts'

/** An instant of the mock in ISO 8601, in the reader's time zone: the time of day, and the date on demand. */
export function Time({ at, withDate = false }: { at: string; withDate?: boolean }) {
  const date = dateOf(at)
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  const time = date.toLocaleTimeString('en-GB')
  return (
    <time dateTime={at} title={at}>
      {withDate && <span class="date">{day}, </span>}
      {time}
    </time>
  )
}
