import { expect, it } from 'vitest'
import { createPartUses } from './partUses.ts'

it('gives the last time, the median and the failures of a part', () => {
  const uses = createPartUses()
  for (const durationMs of [9, 1, 5]) uses.note('chain 1', { durationMs })
  uses.note('mail', { durationMs: 2, problem: 'It is down.' })
  expect(uses.of('chain 1')).toEqual({ uses: 3, failures: 0, lastMs: 5, medianMs: 5 })
  expect(uses.of('mail')).toEqual({ uses: 1, failures: 1, lastMs: 2, medianMs: 2, problem: 'It is down.' })
  expect(uses.of('chain 2')).toEqual({ uses: 0, failures: 0 })
})

it('forgets a problem when the part answers again, and all of a part that is detached', () => {
  const uses = createPartUses()
  uses.note('mail', { durationMs: 2, problem: 'It is down.' })
  uses.note('mail', { durationMs: 2 })
  expect(uses.of('mail')).toEqual({ uses: 2, failures: 1, lastMs: 2, medianMs: 2 })
  uses.forget('mail')
  expect(uses.of('mail')).toEqual({ uses: 0, failures: 0 })
})

it('takes the median of the latest hundred times', () => {
  const uses = createPartUses()
  for (let count = 0; count < 500; count++) uses.note('mail', { durationMs: 1_000 })
  for (let count = 0; count < 100; count++) uses.note('mail', { durationMs: 3 })
  expect(uses.of('mail')).toEqual({ uses: 600, failures: 0, lastMs: 3, medianMs: 3 })
})
