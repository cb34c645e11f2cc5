/** The name that differs in the fewest letters. Only the first 200 of a longer text are compared. */
export function nearest(name: string, names: readonly string[]): string {
  const [best = ''] = names
    .map((candidate) => [distance(name.slice(0, 200), candidate), candidate] as const)
    .sort(([a], [b]) => a - b)
    .map(([, candidate]) => candidate)
  return best
}

/** The edit distance of two names: letters to insert, delete or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      next.push(
        Math.min((next[j] as number) + 1, (row[j + 1] as number) + 1, (row[j] as number) + (letter === other ? 0 : 1)),
      )
    }
    row = next
  }
  return row.at(-1) as number
}
