/** A number with its noun: `1 case`, `2 cases`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
