import { Icon } from '../../components/Icon.tsx'
import { shownMark, type Result } from './shownMark.ts'

/** The mark of a case. Its colour and its letter say the same as the words beside it. */
export function Mark({ result }: { result: Result }) {
  return (
    <span class={classOfMark(result)}>
      <Letter result={result} />
    </span>
  )
}

export const classOfMark = (result: Result): string => `badge sweeps-mark ${shownMark(result).tone ?? ''}`

/** Not every font has the sign of what passes. */
export function Letter({ result }: { result: Result }) {
  const { mark } = shownMark(result)
  return mark === '✓' ? <Icon name="check" size={14} /> : <>{mark}</>
}
