/** The width of every help, in columns. */
const width = 80

/** A flag as a help shows it. */
interface ShownFlag {
  readonly name: string
  readonly short?: string | undefined
  readonly hint?: string | undefined
  /** Sentences, without marks. */
  readonly text: string
}

/** The beginning of the first line of a flag: `  -p, --port <number>`. */
export function flagStart({ name, short, hint }: Omit<ShownFlag, 'text'>): string {
  return `  ${short === undefined ? '    ' : `-${short}, `}--${name}${hint === undefined ? '' : ` <${hint}>`}`
}

/** The lines of a flag, whose text begins at a column. */
export function flagLines(flag: ShownFlag, column: number): string[] {
  const start = flagStart(flag)
  const [first = '', ...rest] = wrap(flag.text, column)
  return start.length + 2 > column ? [start, first, ...rest] : [start.padEnd(column) + first.trimStart(), ...rest]
}

/** Breaks a text into lines that begin at a column. */
export function wrap(text: string, start: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(' '.repeat(start) + word)
  }
  return lines
}
