import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A copy of the repository that may be changed. */
export interface WorkingCopy {
  readonly root: string
  remove(): void
}

/**
 * Copies what git has or would add. The installed libraries are shared, and the links between packages lead to the
 * copies.
 */
export function createWorkingCopy(repository: string): WorkingCopy {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-mutation-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(repository, file), join(root, file))
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  for (const links of globSync('{packages,examples}/*/node_modules', { cwd: repository }))
    cpSync(join(repository, links), join(root, links), { recursive: true, verbatimSymlinks: true })
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
