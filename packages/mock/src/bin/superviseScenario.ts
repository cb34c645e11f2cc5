import { performance } from 'node:perf_hooks'
import { setTimer } from '@latchkey/base/clock'
import type { Mock } from '../mock/createMock.ts'
import { tell } from './tell.ts'

/** How long a scenario may do nothing, in milliseconds of real time. */
const idleMs = 60_000
/** The share of the processor below which a process only waits. */
const idleShare = 0.01
/** How long what a scenario has left open may keep the process alive, in milliseconds of real time. */
const graceMs = 1_000

/** A scenario that waits for what does not come. */
export class ScenarioStuck extends TypeError {}

/** @returns A function that gives the share of the time since its last call in which this process did something */
type MeasureWork = () => () => number

interface Supervised {
  /** For the sentences. */
  readonly file: string
  readonly mock: Pick<Mock, 'watch'>
  /** The exit code of the command if the scenario ends the process. */
  readonly exitCode: number
  readonly measureWork?: MeasureWork
}

/**
 * Does the work of a scenario, which is code of others.
 *
 * @throws ScenarioStuck, if nothing is left that it could wait for, or if it has neither worked nor changed the mock for
 * a minute. If it ends the process, standard error says so, and the exit code is not that of a success.
 */
export async function superviseScenario<Result>(
  { file, mock, exitCode, measureWork = measureLoop }: Supervised,
  work: () => Promise<Result>,
): Promise<Result> {
  let refuse: (reason: string) => void = () => {}
  const stuck = new Promise<never>((_, reject) => {
    refuse = (reason) => reject(new ScenarioStuck(`The scenario ${file} does not end: ${reason}.`))
  })
  const onEmpty = () => refuse('it waits for a promise that nothing can settle any more')
  const onExit = (code: number) => {
    tell(`The scenario ${file} has ended the process with exit code ${code}: a scenario must not call process.exit().`)
    if (code === 0) process.exitCode = exitCode
  }
  let hasChanged = false
  const unwatch = mock.watch(() => (hasChanged = true))
  const shareSince = measureWork()
  let cancel = () => {}
  const look = () => {
    if (!hasChanged && shareSince() < idleShare)
      return refuse(`it has done nothing for ${idleMs / 1_000} seconds, so a promise in it may never settle`)
    hasChanged = false
    cancel = setTimer(look, idleMs)
  }
  cancel = setTimer(look, idleMs)
  process.once('beforeExit', onEmpty)
  process.once('exit', onExit)
  try {
    return await Promise.race([work(), stuck])
  } catch (error) {
    if (error instanceof Error) throw error
    throw new TypeError(`The scenario ${file} has failed: ${String(error)}.`, { cause: error })
  } finally {
    cancel()
    unwatch()
    process.off('beforeExit', onEmpty)
    process.off('exit', onExit)
  }
}

/** Lets a command end though a scenario that is stuck has left something open, such as a connection. */
export function endDespite(error: unknown): void {
  if (error instanceof ScenarioStuck) setTimer(() => process.exit(), graceMs)
}

function measureLoop(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const present = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(present, before)
    before = present
    return utilization
  }
}
