import { spawnSync } from 'node:child_process'
import type { Commit } from './faultsOf.ts'

/**
 * The commits of a checkout after one of them, merges left out. Where the history was cut after that one, as in a
 * shallow clone, only the newest is surely a later one.
 */
export function readCommits(folder: string, after: string): readonly Commit[] {
  const git = (...parameters: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync('git', parameters, { cwd: folder, encoding: 'utf8' })
    if (error) throw error
    return { isDone: status === 0, stdout, stderr }
  }
  const isThere = git('merge-base', '--is-ancestor', after, 'HEAD').isDone
  const range = isThere ? [`${after}..HEAD`] : ['-1']
  const { isDone, stdout, stderr } = git('log', '--no-merges', '--format=%H%x1f%s%x1f%b%x1e', ...range)
  if (!isDone) throw new Error(`git log failed: ${stderr}`)
  return stdout
    .split('\x1e')
    .map((entry) => entry.trim().split('\x1f'))
    .flatMap(([hash, subject = '', body = '']) => (hash ? [{ hash, subject, body }] : []))
}
