import { globSync } from 'node:fs'
import { nameOf, type TestFile } from './outcome.ts'
import { isIn, rooms } from './rooms.ts'
import type { Task } from './tasks.ts'

/** Files of tests with this ending run in the second tier only: with `LATCHKEY_TESTS=full`. */
const secondTier = /\.full\.test\.tsx?$/

/** Files of tests that another test copies and runs: the path, and that test. */
const subjects: Readonly<Record<string, string>> = {
  'packages/mutation/test/remembering/squares.test.ts': 'packages/mutation/src/residentRunner.test.ts',
  'packages/site/getting-started/signIn.test.ts': 'packages/site/test/gettingStarted.test.ts',
}

interface Run {
  readonly ran: readonly TestFile[]
  /** Folders whose scripts have not noted all that they ran. */
  readonly brokenOff: readonly string[]
  /** The scripts that were left out since their room is as it was. */
  readonly leftOut: readonly Task[]
  /** Whether the second tier ran, too. */
  readonly isFull: boolean
}

/**
 * Finds the files of tests that no script has run: neither in this tier, nor do they belong to a room that was left
 * out, nor to the second tier. Of a folder with a script that broke off, nothing is known.
 *
 * @returns Paths relative to the workspace.
 */
export function findHomelessTests(root: string, { ran, brokenOff, leftOut, isFull }: Run): string[] {
  const paths = globSync('{packages,examples}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|[/\\])(node_modules|dist|coverage)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/'))
  const hasRun = new Set(ran.map(({ path }) => path))
  const excused = [...brokenOff, ...leftOut.flatMap((task) => rooms[nameOf(task)]?.folders ?? [])]
  return paths
    .filter((path) => !hasRun.has(subjects[path] ?? path) && !isIn(excused, path) && (isFull || !secondTier.test(path)))
    .sort()
}
