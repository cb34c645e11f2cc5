/** The parts of Stryker's report that are read: https://github.com/stryker-mutator/mutation-testing-elements */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>
}

interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'CompileError' | 'RuntimeError'
  readonly statusReason?: string
  readonly replacement?: string
  readonly location: { readonly start: Position; readonly end: Position }
}

interface Position {
  readonly line: number
  readonly column: number
}

/** A change that no test has noticed. */
export interface Survivor {
  /** Relative to the package. */
  readonly file: string
  /** The changed code, without its indentation. */
  readonly code: string
  readonly replacement: string
}

/** The result of a room. It has no line numbers, so that it does not change with lines elsewhere in a file. */
export interface Result {
  readonly killed: number
  /** The changes that are left out, by reason. */
  readonly ignored: Readonly<Record<string, number>>
  readonly survivors: readonly Survivor[]
}

/** Text in one line. */
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function codeAt(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1)
  lines[0] = (lines[0] ?? '').slice(start.column - 1)
  return inLine(lines.join('\n'))
}

/** The changes that count, noticed or not, and those that are left out. */
export function resultOf({ files }: Report): Result {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, source, ...mutant })),
  )
  const ignored: Record<string, number> = {}
  for (const { status, statusReason = '' } of mutants)
    if (status === 'Ignored') ignored[statusReason] = (ignored[statusReason] ?? 0) + 1
  return {
    killed: mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length,
    ignored,
    survivors: mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ file, source, location, replacement = '' }) => ({
        file,
        code: codeAt(source, location),
        replacement: inLine(replacement),
      })),
  }
}

/** The share of changes that a test has noticed, from 0 to 1. A room without changes has all of them. */
export function scoreOf({ killed, survivors }: Result): number {
  const all = killed + survivors.length
  return all === 0 ? 1 : killed / all
}
