import { execFileSync, type StdioOptions } from 'node:child_process'

/** The commit that the workspace is compared with, to find changes. */
export interface Base {
  /** The commit's hash. */
  readonly commit: string
  /** Says which commit it is, for a reader of the output. */
  readonly reason: string
}

/**
 * Finds the commit whose tests have already seen what is unchanged since: on a branch the one where it left `main`, on
 * `main` the newest that is older than a day, because the night's run has tested that one whole.
 *
 * @returns Undefined outside of a git checkout, and where no commit is old enough.
 */
export function findBase(root: string): Base | undefined {
  const fork = findFork(root)
  if (fork) return { commit: fork, reason: 'where this branch left main' }
  const commit = git(root, 'rev-list', '-1', '--before=24 hours ago', 'HEAD')
  return commit ? { commit, reason: 'the newest commit that is older than a day' } : undefined
}

/** Finds the commit where the present branch left `main`. Undefined on `main` itself, and without one. */
export function findFork(root: string): string | undefined {
  if (git(root, 'symbolic-ref', '--short', '--quiet', 'HEAD') === 'main') return undefined
  const main = ['origin/main', 'main'].find((name) => git(root, 'rev-parse', '--verify', '--quiet', name))
  const fork = main && git(root, 'merge-base', 'HEAD', main)
  return fork === git(root, 'rev-parse', 'HEAD') ? undefined : fork
}

/** Lists the files that differ from a commit, those that git does not know yet included; relative to the root. */
export function listChanges(root: string, commit: string): string[] {
  const changed = git(root, 'diff', '--name-only', '--no-renames', commit)
  const added = git(root, 'ls-files', '--others', '--exclude-standard')
  if (changed === undefined || added === undefined) throw new Error(`git cannot compare the workspace with ${commit}.`)
  return [...changed.split('\n'), ...added.split('\n')].filter((path) => path !== '')
}

/** Returns what git answers; undefined if it refuses, or is not there. */
function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio, maxBuffer: 2 ** 28 }).trim()
  } catch {
    return undefined
  }
}
