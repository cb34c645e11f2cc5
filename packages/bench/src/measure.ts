import { Bench } from 'tinybench'

type Task = () => unknown

/**
 * Median time of each task in milliseconds, measured side by side in one run.
 *
 * @param time - How long each task is measured, in milliseconds; it is warmed up for as long, so that slow tasks are compiled too.
 */
export async function medians<K extends string>(tasks: Record<K, Task>, time = 800): Promise<Record<K, number>> {
  const bench = new Bench({ time, warmupTime: time })
  for (const [name, task] of Object.entries<Task>(tasks)) bench.add(name, task)
  await bench.run()
  const results = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result))
      throw new Error(`${name} failed: ${'error' in result ? String(result.error) : result.state}`)
    return [name, result.latency.p50] as const
  })
  return Object.fromEntries(results) as Record<K, number>
}

/**
 * Median time of a task that uses up what was prepared for it, in milliseconds. A quarter of the runs warm it up and are
 * not counted; preparing is not measured.
 */
export async function medianOf<T>(
  count: number,
  prepare: (i: number) => Promise<T>,
  task: (prepared: T) => unknown,
): Promise<number> {
  const prepared: T[] = []
  for (let i = 0; i < count; i++) prepared.push(await prepare(i))
  const times: number[] = []
  for (const one of prepared) {
    const start = performance.now()
    await task(one)
    times.push(performance.now() - start)
  }
  const counted = times.slice(count / 4).sort((a, b) => a - b)
  return counted[Math.floor(counted.length / 2)] ?? Number.NaN
}
