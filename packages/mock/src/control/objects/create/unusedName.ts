/** The first name after as many as there are records that none of them has. */
export function unusedName(
  size: number,
  nameOf: (count: number) => string,
  isTaken: (name: string) => unknown,
): string {
  let count = size + 1
  while (isTaken(nameOf(count))) count++
  return nameOf(count)
}
