import type { Tone } from '../../components/Badge.tsx'
import type { ControlOutput } from '../../live/control.ts'

/** A part of the world outside that is real. */
export type Part = ControlOutput<'GET outside'>['parts'][number]

/** A time in words: `'0.8 ms'`, `'12 ms'`, `'1.5 s'`. */
export function timeInWords(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

/** Whether a part answers, by its last use. */
export function stateOf({ uses, problem }: Pick<Part, 'uses' | 'problem'>): { readonly words: string; tone: Tone } {
  if (problem !== undefined) return { words: 'Fails', tone: 'bad' }
  return uses === 0 ? { words: 'Not used yet', tone: 'info' } : { words: 'Answers', tone: 'good' }
}
