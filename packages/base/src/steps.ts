/** Long work in steps. Each takes a few milliseconds, and its caller may let other tasks run in between. */
export type Steps<T> = Generator<undefined, T, undefined>

const itemsPerStep = 5_000

/** Calls a function with each item of a list, in steps. */
export function* eachInSteps<T>(items: readonly T[], visit: (item: T, position: number) => void): Steps<void> {
  for (const [position, item] of items.entries()) {
    if (position > 0 && position % itemsPerStep === 0) yield
    visit(item, position)
  }
}

/** Sorts a list as `toSorted` does, in steps: it sorts pieces, and then merges them. */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const sorted: T[] = []
  for (let start = 0; start < items.length; start += itemsPerStep) {
    for (const item of items.slice(start, start + itemsPerStep).sort(compare)) sorted.push(item)
    yield
  }
  // The sort of V8 finds the pieces, and merges them only.
  return sorted.sort(compare)
}

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does all steps, and lets other tasks run after each. */
export async function finishInTurns<T>(steps: Steps<T>, letOthersRun: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await letOthersRun()
  }
}
