import { Bench } from 'tinybench'

type Task = () => unknown

/** Number of rounds. In each round all tasks are measured, so that slow moments of the machine affect all of them. */
const turns = 8

/**
 * Median time of each task in milliseconds, measured by turns in one run.
 *
 * @param time - How long each task is measured in all, in milliseconds; it is warmed up for as long.
 */
export async function medians<K extends string>(tasks: Record<K, Task>, time = 800): Promise<Record<K, number>> {
  const medianOfTurns = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]))
  for (let turn = 0; turn < turns; turn++) {
    const isFirst = turn === 0
    const bench = new Bench({
      time: time / turns,
      iterations: 1,
      warmup: isFirst,
      warmupTime: time,
      warmupIterations: 1,
    })
    for (const [name, task] of Object.entries<Task>(tasks)) bench.add(name, task)
    await bench.run()
    for (const { name, result } of bench.tasks) {
      if (!('latency' in result))
        throw new Error(`${name} failed: ${'error' in result ? String(result.error) : result.state}`)
      medianOfTurns.get(name)?.push(result.latency.p50)
    }
  }
  return Object.fromEntries([...medianOfTurns].map(([name, times]) => [name, median(times)])) as Record<K, number>
}

/** A task that uses up what was prepared for it; preparing is not measured. */
export interface PreparedTask<T> {
  prepare(turn: number): T | Promise<T>
  run(prepared: T): unknown
}

/** Ties the type of what is prepared to what is run. */
export function prepared<T>(
  prepare: (turn: number) => T | Promise<T>,
  run: (prepared: T) => unknown,
): PreparedTask<unknown> {
  return { prepare, run } as PreparedTask<unknown>
}

/**
 * Median times in milliseconds of tasks that are run alternately, `count` times each. A further quarter of runs warms
 * them up.
 */
export async function mediansOf<K extends string>(
  count: number,
  tasks: Record<K, PreparedTask<unknown>>,
): Promise<Record<K, number>> {
  const times = new Map<string, number[]>(Object.keys(tasks).map((name) => [name, []]))
  for (let turn = 0; turn < count; turn++) {
    for (const [name, { prepare, run }] of Object.entries<PreparedTask<unknown>>(tasks)) {
      const ready = await prepare(turn)
      const start = performance.now()
      await run(ready)
      const time = performance.now() - start
      if (turn >= Math.floor(count / 4)) times.get(name)?.push(time)
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<K, number>
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
