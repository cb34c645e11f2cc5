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
    if (!('latency' in result)) throw new Error(`${name} failed: ${'error' in result ? String(result.error) : result.state}`)
    return [name, result.latency.p50] as const
  })
  return Object.fromEntries(results) as Record<K, number>
}
