/** Processor time of this process, in microseconds. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** The cost of reading and writing an input on this machine, which is linear. */
async function unitCost(): Promise<number> {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`gateNme${i}`, i])))
  const rounds = 20
  const work = () => {
    for (let i = 0; i < rounds; i++) JSON.stringify(JSON.parse(text))
  }
  await costOf(work)
  return (await costOf(work)) / rounds
}

/** A request as large as it may be may cost this many times as much as reading and writing its input. */
const mostUnits = 60

/**
 * Finds work that grows faster than what a caller sends.
 *
 * @param cases - A name, and what sends the input.
 * @returns What was slow each time, with its cost in units: the first three.
 */
export async function findSlow(cases: Iterable<readonly [name: string, work: () => unknown]>): Promise<string[]> {
  const unit = await unitCost()
  const slow: string[] = []
  for (const [name, work] of cases) {
    let units = Number.POSITIVE_INFINITY
    // Other work of the process, such as collecting garbage, hits a call once.
    for (let i = 0; i < 3 && units > mostUnits; i++) {
      units = Math.min(units, (await costOf(work)) / unit)
      // Nothing besides is that slow.
      if (units > 10 * mostUnits) break
    }
    if (units > mostUnits) slow.push(`${name}: ${Math.round(units)} units`)
    if (slow.length === 3) break
  }
  return slow
}
