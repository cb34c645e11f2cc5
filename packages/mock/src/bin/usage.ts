import { styleText } from 'node:util'
import { type FlagRow, groups } from './flagRow.ts'
import { flags } from './flags.ts'
import { describeFlag, withoutMarks } from './flagTexts.ts'
import { flagLines, wrap } from './helpLines.ts'

const column = 32

/** Formats the text of `--help` in 80 columns, without colours where the terminal has none. */
export function usage(): string {
  return [
    'Serves an in-memory mock of the identity and wallet management API.',
    '',
    `${heading('Usage')} latchkey-mock [flags]`,
    '       latchkey-mock run -- <command>  Runs a command beside a mock.',
    '       latchkey-mock sweep -- <test>   Runs a test once for each way to fail.',
    '       latchkey-mock init [flags]      Adds the mock to a project.',
    '       latchkey-mock check <file>      Checks scenarios.',
    '       latchkey-mock mcp [flags]       Tools for coding agents.',
    '       latchkey-mock trigger <event>   Sends an event to webhooks of a mock.',
    '       latchkey-mock compare [flags]   Finds where a real deployment differs.',
    '       latchkey-mock record [flags]    Keeps traffic of one as a scenario.',
    '       latchkey-mock pull [flags]      Reads a scenario from one.',
    '       Each has a --help of its own.',
    ...flagRows(),
    '',
    heading('Environment'),
    ...wrap(
      'Each flag can be a variable instead: LATCHKEY_CONTROL_TOKEN for --control-token. If both are set, the command line wins.',
      2,
    ),
    '',
    heading('Try'),
    '  latchkey-mock --scenario demo --open',
  ].join('\n')
}

/** The flags of the server below the headings of their groups, each with a blank line before it. */
export const flagRows = (): string[] => groups.flatMap((group) => ['', heading(group), ...rowsOf(group)])

const heading = (text: string) => styleText('bold', `${text}:`)

function rowsOf(group: (typeof groups)[number]): string[] {
  return Object.entries<FlagRow>(flags).flatMap(([name, flag]) => {
    if (flag.group !== group) return []
    const { short, hint } = flag
    return flagLines({ name, short, hint, text: withoutMarks(describeFlag(flag)) }, column)
  })
}
