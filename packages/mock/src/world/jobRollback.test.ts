import { StateNotKept } from '@latchkey/store/persistence'
import { expect, it } from 'vitest'
import { expectSameState, shownState } from '../../test/contract/rollback.ts'
import { mockOptions } from '../../test/hosts/harness.ts'
import { hostOf, type JobScenario, jobScenarios } from '../../test/people/jobScenarios.ts'
import { countWrites } from '../../test/support/failingWrites.ts'
import { drawFrom } from '../../test/support/randomness.ts'
import type { MockExport } from '../control/objects/stateControl.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { type Job, type JobKind } from '../store/records.ts'

/** The messages that receivers have got since the last mock was created. */
let sent: string[] = []
const deliver: MockOptions['deliver'] = async ({ body }) => ({ status: sent.push(body) === 1 ? 500 : 204, body: '' })

/** No job runs by itself. */
const options = { ...mockOptions, deliver, schedule: () => undefined } satisfies MockOptions

/** A state at the instant at which a job of this kind is due, and the only one in the queue. */
async function stateBefore(kind: JobKind, { prepare }: JobScenario): Promise<MockExport> {
  const mock = createMock(options)
  await prepare(hostOf(mock))
  for (let [next] = mock.clock.due(); next && next.kind !== kind; [next] = mock.clock.due())
    await mock.clock.set(next.dueAt)
  const { tables, ...rest } = mock.export()
  const job = (tables.jobs as readonly Job[]).find((each) => each.kind === kind)
  if (!job) throw new Error(`No job of the kind ${kind} is queued.`)
  const now = Math.max(rest.now, Date.parse(job.dueAt))
  return { ...rest, now, clock: { offset: 0, stopped: now }, tables: { ...tables, jobs: [job] } }
}

function mockIn(state: MockExport, onError?: MockOptions['onError']): Mock {
  sent = []
  const mock = createMock({ ...options, ...(onError && { onError }) })
  mock.import(state)
  return mock
}

it.each(jobScenarios)(
  'a job leaves everything as it was if any of its writes fails, and is done at the next turn: %s',
  async (kind, scenario) => {
    const state = await stateBefore(kind, scenario)
    const undisturbed = mockIn(state)
    const before = shownState(undisturbed)
    const { writes } = await countWrites(() => undisturbed.clock.settle())
    expect(writes).toBeGreaterThan(1)
    const [after, messages] = [shownState(undisturbed), sent.length]
    for (let write = 1; write <= writes; write++) {
      const mock = mockIn(state)
      const published: string[] = []
      const endWatch = mock.events.watch(({ eventName }) => published.push(eventName))
      const title = `the job whose write ${write} of ${writes} fails`
      const failed = countWrites(() => mock.clock.settle(), { at: write, error: new StateNotKept('no room') })
      await expect(failed, title).rejects.toThrow(StateNotKept)
      endWatch()
      expectSameState(`${title} changes nothing`, shownState(mock), before)
      expect(published, `${title} publishes no event`).toEqual([])
      // The ids that it has drawn are not given out again.
      drawFrom(mock, state.random)
      await mock.clock.settle()
      expectSameState(`${title} does all of its work at the next turn`, shownState(mock), after)
      expect(sent.length, `${title} calls a webhook as often as without`).toBe(messages)
    }
  },
)

it.each(jobScenarios)(
  'a job whose rule throws at any of its writes ends, is reported, and changes nothing else: %s',
  async (kind, scenario) => {
    const state = await stateBefore(kind, scenario)
    const undisturbed = mockIn(state)
    const before = shownState(undisturbed)
    const { writes } = await countWrites(() => undisturbed.clock.settle())
    const error = new Error('planted')
    const repeated: boolean[] = []
    for (let write = 1; write <= writes; write++) {
      const reported: unknown[] = []
      const mock = mockIn(state, (cause) => reported.push(cause))
      const outcome = await countWrites(() => mock.clock.settle().catch((cause: unknown) => cause), {
        at: write,
        error,
      })
      const title = `the job whose write ${write} of ${writes} throws`
      // The writes of a commit are not those of the rule: the job runs again.
      const isRepeated = outcome.result === error
      repeated.push(isRepeated)
      expect(reported, title).toEqual([isRepeated ? error : expect.objectContaining({ cause: error })])
      const ended = { ...before, jobs: '[]', due: '[]' }
      expectSameState(`${title} changes nothing else`, shownState(mock), isRepeated ? before : ended)
    }
    expect([repeated.at(0), repeated.at(-1)]).toEqual([false, true])
  },
)
