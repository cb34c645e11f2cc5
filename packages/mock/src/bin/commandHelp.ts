import { flagLines, flagStart, wrap } from './helpLines.ts'
import type { Flag } from './parseFlags.ts'

/** A flag of a command, with the sentences about it. That it may be repeated is added to them. */
interface CommandFlag extends Flag {
  readonly help: string
}

interface CommandHelp {
  readonly about: string
  /** The command and its arguments: `check <file>… [flags]`. */
  readonly usage: string
  readonly flags: Readonly<Record<string, CommandFlag>>
  /** Paragraphs below the flags. One of several lines is printed as it is. */
  readonly more?: readonly string[]
}

/** The last flag of every command. */
export const helpFlag = { help: { type: 'boolean', short: 'h', help: 'Print this help.' } } as const

/** Where a flag may be given more than once, its text says so. */
export const repeatedText = 'May be repeated.'

/** Formats the help of a command, as wide as that of the server and in the same form. */
export function commandHelp({ about, usage, flags, more = [] }: CommandHelp): string {
  const rows = Object.entries(flags).map(([name, { short, hint, help, multiple = false }]) => ({
    name,
    short,
    hint,
    text: multiple ? `${help} ${repeatedText}` : help,
  }))
  const column = Math.max(...rows.map((row) => flagStart(row).length)) + 2
  const paragraphs = more.map((paragraph) => (paragraph.includes('\n') ? [paragraph] : wrap(paragraph, 0)))
  return [
    ...wrap(about, 0),
    '',
    ...usageLines(usage),
    '',
    ...rows.flatMap((row) => flagLines(row, column)),
    ...paragraphs.flatMap((lines) => ['', ...lines]),
  ].join('\n')
}

const usageWord = 'Usage: '

const usageLines = (usage: string): string[] =>
  wrap(`latchkey-mock ${usage}`, usageWord.length).map((line, i) => (i === 0 ? usageWord + line.trimStart() : line))
