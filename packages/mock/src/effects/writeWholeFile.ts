import { randomUUID } from 'node:crypto'
import { createWriteStream, type Stats } from 'node:fs'
import { chmod, realpath, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'

/** The name of a file while it is written, which nobody knows before. */
export const draftOf = (target: string): string => `${target}.${randomUUID()}.part`

/**
 * Writes a stream to a file beside the named one, which takes its name when it is whole. If that fails, the named file
 * stays as it was. What is not a file, such as a terminal, is written as it comes.
 *
 * An existing file keeps its mode.
 *
 * @param mode - Of a new file. By default only its owner can read it, since states have keys and tokens in them.
 */
export async function writeWholeFile(file: string, stream: ReadableStream<Uint8Array>, mode = 0o600): Promise<void> {
  // A link stays a link.
  const target = await realpath(file).catch(() => file)
  const existing = await stat(target).catch((): Stats | undefined => undefined)
  const write = (path: string, options = {}) =>
    pipeline(Readable.fromWeb(stream as WebStream), createWriteStream(path, options))
  if (existing && !existing.isFile()) return write(target)
  const draft = draftOf(target)
  try {
    // Nobody has prepared a link by the draft's name, and nobody else reads it meanwhile. It is on the disk before it has
    // the name: after a crash of the machine, the name would lead to an empty file.
    await write(draft, { flags: 'wx', mode, flush: true })
    if (existing) await chmod(draft, existing.mode)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
