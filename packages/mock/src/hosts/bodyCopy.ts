import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

/** Copies a body while it passes. */
export interface BodyCopy {
  /** The bytes until now; `undefined` if there are more than the limit. */
  read(): Buffer | undefined
}

/** Copies at most that many bytes of a body, which somebody else reads, too. */
export function copyBody(body: Readable, maximumBytes: number): BodyCopy {
  let chunks: Buffer[] = []
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maximumBytes) chunks = []
    else chunks.push(chunk)
  })
  return { read: () => (bytes > maximumBytes ? undefined : Buffer.concat(chunks)) }
}

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decompressors: Readonly<Record<string, Decompress>> = {
  identity: async (bytes) => bytes,
  gzip: promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  'x-gzip': promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip),
  deflate: promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate),
  br: promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress),
}

/** A body without its compression; `undefined` if that is unknown or broken, or the body becomes too large. */
export async function decompress(bytes: Buffer, encoding: string, maximumBytes: number): Promise<Buffer | undefined> {
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
  if (bytes.length === 0) return bytes
  try {
    return await decompressor?.(bytes, { maxOutputLength: maximumBytes })
  } catch {
    return undefined
  }
}
