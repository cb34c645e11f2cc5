import { createWriteStream, type Stats } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'

/**
 * Writes a stream to a file beside the named one, which takes its name when it is whole. If that fails, the named file
 * stays as it was. What is not a file, such as a terminal, is written as it comes.
 */
export async function writeWholeFile(file: string, stream: ReadableStream<Uint8Array>): Promise<void> {
  // A link stays a link.
  const target = await realpath(file).catch(() => file)
  const existing = await stat(target).catch((): Stats | undefined => undefined)
  const write = (path: string, mode?: number) =>
    pipeline(Readable.fromWeb(stream as WebStream), createWriteStream(path, { mode }))
  if (existing && !existing.isFile()) return write(target)
  const draft = `${target}.${process.pid}.part`
  try {
    await write(draft, existing?.mode)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
