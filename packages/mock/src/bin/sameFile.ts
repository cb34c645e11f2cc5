import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, isAbsolute, resolve, sep } from 'node:path'

/** A flag and the file that it names. */
export interface NamedFile {
  readonly flag: string
  readonly file: string
}

/** The files of a database of SQLite, by the ends of their names. */
const databaseEnds = ['', '-wal', '-shm', '-journal'] as const

/** The flags whose files a server reads or keeps, and that no other file of it may replace. */
export const inputFlags = ['state', 'scenario', 'names', 'signing-key'] as const

/** The input files that the values of flags name. A scenario of this package is no file. */
export function inputFilesOf(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[] = inputFlags,
): NamedFile[] {
  return names.flatMap((name) => {
    const file = values[name]
    const isFile = typeof file === 'string' && (name !== 'scenario' || extname(file) !== '')
    return isFile ? [{ flag: `--${name}`, file }] : []
  })
}

/**
 * Refuses an output that would replace a file which the same command reads or keeps, by whatever path or link.
 *
 * @throws TypeError with one sentence that names both flags
 */
export function assertOtherFile({ flag, file }: NamedFile, inputs: readonly NamedFile[]): void {
  for (const input of inputs) {
    // The database itself, and what belongs to it: all of these are the state.
    const ends = input.flag === '--state' ? databaseEnds : ['']
    if (!ends.some((end) => isSameFile(file, `${targetOf(input.file)}${end}`))) continue
    throw new TypeError(
      `${flag} names the file of ${input.flag} (${input.file}), which it would replace: name another file.`,
    )
  }
}

/** Whether two paths lead to one file, which need not exist yet. Hard links do, too. */
function isSameFile(one: string, other: string): boolean {
  if (targetOf(one) === targetOf(other)) return true
  const [first, second] = [one, other].map((file) => seen(() => statSync(file, { bigint: true })))
  return first !== undefined && second !== undefined && first.ino === second.ino && first.dev === second.dev
}

/** The answer of the system about a path; `undefined` where it shows nothing, and the command will say why. */
function seen<Facts>(look: () => Facts): Facts | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** As many links as a path may have on Linux. */
const maximumLinks = 40

/**
 * The absolute path that a path leads to, also where the file, or the target of a link, does not exist yet. The system
 * resolves each part: `..` after a link to a folder leaves the folder, and not the link.
 */
function targetOf(path: string, links = 0): string {
  const existing = seen(() => realpathSync.native(path))
  if (existing !== undefined) return existing
  const folder = dirname(path)
  const target = links < maximumLinks ? seen(() => readlinkSync(path)) : undefined
  if (target !== undefined) return targetOf(isAbsolute(target) ? target : `${folder}${sep}${target}`, links + 1)
  return folder === path ? resolve(path) : resolve(targetOf(folder, links), basename(path))
}
