import type { PostedSweepReport as TakenReport } from '@latchkey/contract/sweepReport'
import { expectTypeOf, it } from 'vitest'
import type { SweepReport } from './sweepReport.ts'

it('is what the control interface takes', () => {
  expectTypeOf<SweepReport>().toExtend<TakenReport>()
  expectTypeOf<keyof TakenReport['results'][number]>().toEqualTypeOf<keyof SweepReport['results'][number]>()
  expectTypeOf<keyof TakenReport['calls'][number]>().toEqualTypeOf<keyof SweepReport['calls'][number]>()
})
