/** How long tests take, in ms, by their ids. */
export type Durations = ReadonlyMap<string, number>

/** A test that takes longer runs after the others. */
const slow = 100

/** The tests in the order in which they run: the quick ones first, since one that fails ends the run. */
export function stagesOf(tests: readonly string[], durations: Durations): string[][] {
  const isSlow = (test: string) => (durations.get(test) ?? 0) > slow
  return [tests.filter((test) => !isSlow(test)), tests.filter(isSlow)].filter((stage) => stage.length > 0)
}
