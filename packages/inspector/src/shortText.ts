/** An address, a hash or an id whose ends are enough to tell it from others: `0x8ba1…BA72`. */
export const shortText = (text: string): string => (text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`)
