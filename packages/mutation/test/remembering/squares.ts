/** Squares that are worked out once: a change of the first result stays for all later tests. */
const results = new Map<number, number>()

export function square(side: number): number {
  const result = results.get(side) ?? side * side
  results.set(side, result)
  return result
}

export const units = ['m²']

/** Reads a square, so that one remembered of an earlier change would make its tests fail. */
export function describeSquare(side: number): string {
  const area = square(side)
  const isLarge = area > 100
  return `${area} ${units[0]}${isLarge ? ', large' : ''}`
}
