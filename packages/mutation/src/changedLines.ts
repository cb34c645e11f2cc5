import { execFileSync } from 'node:child_process'

/** Lines of a file that a change has written, as Stryker takes them: `src/file.ts:3-7`. */
export interface ChangedLines {
  /** Relative to the repository. */
  readonly file: string
  readonly first: number
  readonly last: number
}

const fileHeader = /^\+\+\+ b\/(.+)$/
const hunkHeader = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/

/** The lines of a unified diff without context that are new. */
export function readChangedLines(diff: string): ChangedLines[] {
  const changes: ChangedLines[] = []
  let file = ''
  for (const line of diff.split('\n')) {
    file = fileHeader.exec(line)?.[1] ?? file
    const [, first, count = '1'] = hunkHeader.exec(line) ?? []
    if (first !== undefined && count !== '0')
      changes.push({ file, first: Number(first), last: Number(first) + Number(count) - 1 })
  }
  return changes
}

/** The changes since a commit, committed or not. */
export const changedLinesSince = (repository: string, base: string): ChangedLines[] =>
  readChangedLines(
    execFileSync('git', ['diff', '--unified=0', '--no-color', '--diff-filter=d', base, '--', 'packages'], {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    }),
  )
