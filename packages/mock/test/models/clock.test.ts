import { it } from 'vitest'
import type { DueJob } from '../../src/control/views/dueJobs.ts'
import { clock } from './clock.ts'
import { withClock } from './plants.ts'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'

it('jobs do the same whether time passes at once or in parts', () => expectToFollow(clock))

/** Changes the list of scheduled work. */
const withSchedule =
  (change: (due: DueJob[], now: string) => DueJob[]): Plant =>
  (mock) => ({
    mock: { ...mock, clock: { ...mock.clock, due: () => change(mock.clock.due(), mock.clock.iso()) } },
  })

it.each<[fault: string, plant: Plant]>([
  ['time that is lost', withClock(0.9)],
  ['a schedule in the wrong order', withSchedule((due) => due.toReversed())],
  ['work that stays due', withSchedule((due, dueAt) => due.map((job) => ({ ...job, dueAt })))],
])('the model of the clock finds %s', (_, plant) => expectToFind(clock, plant))
