import { basename } from 'node:path'

/** How long tests take, in ms, by their ids. */
export type Durations = ReadonlyMap<string, number>

/** A test that takes longer runs after the others. */
const slow = 100

/** The tests in the order in which they run: the quick ones first, since one that fails ends the run. */
export function stagesOf(tests: readonly string[], durations: Durations): string[][] {
  const isSlow = (test: string) => (durations.get(test) ?? 0) > slow
  return [tests.filter((test) => !isSlow(test)), tests.filter(isSlow)].filter((stage) => stage.length > 0)
}

/** As many letters may begin two names by chance. */
const chance = 2

/** The place of a test file: names that begin like that of the changed source come first, then the quick files. */
export function orderOf(
  file: string,
  { source, duration }: { readonly source: string; readonly duration: number },
): number {
  const name = basename(file)
  const alike = [...source].findIndex((letter, index) => letter !== name[index])
  const length = alike === -1 ? source.length : alike
  return length > chance ? -length : duration
}
