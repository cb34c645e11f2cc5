import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  return { written, stream: { isTTY, write: (text: string) => written.push(text) > 0 } as never }
}

it('the progress of a command rewrites one line of a terminal, at most ten times a second, and removes it', () => {
  const { written, stream } = terminal(true)
  let now = 0
  const progress = createProgress(stream, () => now)
  for (const [at, text] of [
    [0, 'one'],
    [50, 'two'],
    [120, 'three'],
  ] as const) {
    now = at
    progress.show(text)
  }
  progress.clear()
  progress.clear()
  expect(written).toEqual(['\r\u001b[Kone', '\r\u001b[Kthree', '\r\u001b[K'])
})

it('the progress of a command is not written where there is no terminal', () => {
  const { written, stream } = terminal(false)
  const progress = createProgress(stream)
  progress.show('one')
  progress.clear()
  expect(written).toEqual([])
})
