import { isUnexpected, markOf } from '@latchkey/contract/sweepResults'
import type { Tone } from '../../components/Badge.tsx'
import type { ControlOutput } from '../../live/control.ts'

export type Report = ControlOutput<'GET sweeps/report'>
export type Result = Report['results'][number]
export type ReportedCall = Report['calls'][number]

/** The mark of a case, its words, and its colour. */
export function shownMark(result: Result): { mark: string; words: string; tone: Tone | undefined } {
  const [mark, words] = markOf(result)
  if (isUnexpected(result)) return { mark, words, tone: 'bad' }
  if (result.fault !== undefined) return { mark, words, tone: 'warn' }
  return { mark, words, tone: result.outcome === 'passes' ? 'good' : undefined }
}
