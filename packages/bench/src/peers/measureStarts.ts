import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../measure.ts'
import { start, type RunningServer } from './runningServer.ts'
import type { Subject } from './subject.ts'
import type { Figures } from './tables.ts'

const starts = 3
/** After its first answer a process still frees memory. */
const restMs = 1_000

/**
 * Starts each server several times, by turns.
 *
 * @param use - What is done before the server ends, such as creating a user; its time is that of a whole new process.
 */
export async function measureStarts<S extends Subject>(
  projects: ReadonlyMap<S, string>,
  use?: (subject: S, server: RunningServer) => Promise<boolean>,
): Promise<Map<S, Figures>> {
  const times = new Map([...projects.keys()].map((subject) => [subject, { start: [], rest: [], beside: [] } as Times]))
  for (let turn = 0; turn < starts; turn++) {
    for (const [subject, project] of projects) {
      const server = await start(subject, project)
      const { start: startTimes, rest, beside } = times.get(subject) ?? { start: [], rest: [], beside: [] }
      try {
        startTimes.push(server.startMs)
        const beginning = performance.now()
        if (await use?.(subject, server)) beside.push(server.startMs + performance.now() - beginning)
        await sleep(restMs)
        rest.push(server.memory())
      } finally {
        await server.stop()
      }
    }
  }
  return new Map([...times].map(([subject, all]) => [subject, mediansOf(all)]))
}

interface Times {
  readonly start: number[]
  readonly rest: number[]
  readonly beside: number[]
}

function mediansOf({ start, rest, beside }: Times): Figures {
  return { start: median(start), rest: median(rest), ...(beside.length > 0 && { beside: median(beside) }) }
}
