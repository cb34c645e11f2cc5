import { expect, it } from 'vitest'
import { createPartUses } from './partUses.ts'

it('the uses of a real part have its last time, its median and its failures', () => {
  const uses = createPartUses()
  for (const durationMs of [9, 1, 5]) uses.note('chain 1', { durationMs })
  uses.note('mail', { durationMs: 2, problem: 'It is down.' })
  expect(uses.of('chain 1')).toEqual({ uses: 3, failures: 0, lastMs: 5, medianMs: 5 })
  expect(uses.of('mail')).toEqual({ uses: 1, failures: 1, lastMs: 2, medianMs: 2, problem: 'It is down.' })
  expect(uses.of('chain 2')).toEqual({ uses: 0, failures: 0 })
})

it('the uses of a real part forget a problem when it answers again, and everything when it is detached', () => {
  const uses = createPartUses()
  uses.note('mail', { durationMs: 2, problem: 'It is down.' })
  uses.note('mail', { durationMs: 2 })
  expect(uses.of('mail')).toEqual({ uses: 2, failures: 1, lastMs: 2, medianMs: 2 })
  uses.forget('mail')
  expect(uses.of('mail')).toEqual({ uses: 0, failures: 0 })
})

it('the median of a real part is that of its latest hundred times', () => {
  const uses = createPartUses()
  for (let count = 0; count < 500; count++) uses.note('mail', { durationMs: 1_000 })
  for (let count = 0; count < 100; count++) uses.note('mail', { durationMs: 3 })
  expect(uses.of('mail')).toEqual({ uses: 600, failures: 0, lastMs: 3, medianMs: 3 })
})
