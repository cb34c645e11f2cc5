import { globSync } from 'node:fs'
import { nameOf, type TestFile } from './outcome.ts'
import { isIn, rooms } from './rooms.ts'
import type { Task } from './tasks.ts'

/** Files of tests with this ending run in the second tier only: with `LATCHKEY_TESTS=full`. */
const secondTier = /\.full\.test\.tsx?$/

interface Run {
  readonly ran: readonly TestFile[]
  /** The scripts that were left out since their room is as it was. */
  readonly leftOut: readonly Task[]
  /** Whether the second tier ran, too. */
  readonly isFull: boolean
}

/**
 * Finds the files of tests that no script has run: neither in this tier, nor do they belong to a room that was left
 * out, nor to the second tier.
 *
 * @returns Paths relative to the workspace.
 */
export function findHomelessTests(root: string, { ran, leftOut, isFull }: Run): string[] {
  const paths = globSync('{packages,examples}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|[/\\])(node_modules|dist|coverage)$/.test(path),
  }).map((path) => path.replaceAll('\\', '/'))
  const hasRun = new Set(ran.map(({ path }) => path))
  const unchanged = leftOut.flatMap((task) => rooms[nameOf(task)]?.folders ?? [])
  return paths
    .filter((path) => !hasRun.has(path) && !isIn(unchanged, path) && (isFull || !secondTier.test(path)))
    .sort()
}
