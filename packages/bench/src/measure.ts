import { Bench } from 'tinybench'

type Task = () => unknown

/** Median time of each task in milliseconds, measured side by side in one run. */
export async function medians<K extends string>(tasks: Record<K, Task>, time = 600): Promise<Record<K, number>> {
  const bench = new Bench({ time, warmupTime: 200 })
  for (const [name, task] of Object.entries<Task>(tasks)) bench.add(name, task)
  await bench.run()
  const results = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} failed: ${'error' in result ? String(result.error) : result.state}`)
    return [name, result.latency.p50] as const
  })
  return Object.fromEntries(results) as Record<K, number>
}
