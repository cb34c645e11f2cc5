import { open, realpath, rm, stat } from 'node:fs/promises'
import { draftOf } from '../effects/writeWholeFile.ts'

/** A file that a command writes at its end. */
export interface OutputFile {
  /** The flag that names it, such as `--scenario`. */
  readonly flag: string
  readonly file: string
  /** Whether an existing file is replaced, whatever it is. */
  readonly overwrite?: boolean | undefined
  /**
   * How a file begins that the command has written before, and that nobody edits. Such a file is replaced. Without it,
   * no file is.
   */
  readonly ownBeginning?: RegExp
}

/** Why the system does not let a file be written. Its own sentence would name the draft, which nobody knows. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'this process may not write there',
  EPERM: 'this process may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
}

/** The length of the beginning by which a file is recognized, in bytes. */
const beginningBytes = 200

/**
 * Tries at the start of a command whether a file can be written at its end, when it would be too late to name another
 * one. An existing file is left alone unless the command may replace it.
 *
 * @throws TypeError with one line
 */
export async function tryOutputFile({ flag, file, overwrite = false, ownBeginning }: OutputFile): Promise<void> {
  try {
    const target = await realpath(file).catch(() => file)
    const existing = await stat(target).catch(() => undefined)
    // A pipe or a terminal is written as it comes, and who opens a pipe waits for its reader.
    if (existing && !existing.isFile() && !existing.isDirectory()) return
    if (existing?.isDirectory()) throw new Error('it is a folder')
    const isReplaced = overwrite || !existing || existing.size === 0 || (await begins(target, ownBeginning))
    if (!isReplaced) throw new Error('it exists, and --overwrite replaces it')
    const draft = draftOf(target)
    await (await open(draft, 'wx', 0o600)).close()
    await rm(draft)
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException
    throw new TypeError(`${flag} cannot be written to ${file}: ${reasons[code] ?? message}.`, { cause })
  }
}

async function begins(file: string, beginning: RegExp | undefined): Promise<boolean> {
  if (!beginning) return false
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginningBytes), 0, beginningBytes)
    return beginning.test(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await handle.close()
  }
}
