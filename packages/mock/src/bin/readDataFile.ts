import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { readJsonStream } from '@latchkey/base/readJsonStream'
import { stateLevels } from '../control/objects/stateText.ts'

/** Why the system does not read a file. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'this process may not read it',
  EPERM: 'this process may not read it',
}

/** A sentence about a file: what it is, its path, and the reason. */
export function fileProblem(what: string, file: string, error: unknown): TypeError {
  const { code, message } = error as NodeJS.ErrnoException
  const reason = reasons[code ?? ''] ?? message.split('\n')[0]?.replace(/\.$/, '')
  return new TypeError(`The ${what} ${file} cannot be read: ${reason}.`, { cause: error })
}

/** Reads a file of JSON. @throws TypeError with one sentence */
export function readJsonFile(what: string, file: string): unknown {
  try {
    // PowerShell writes a byte order mark, which is no part of JSON (RFC 8259, section 8.1).
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw fileProblem(what, file, error)
  }
}

/** Reads a file of an exported state, which can be longer than any text of V8. @throws TypeError with one sentence */
export async function readStateFile(file: string): Promise<unknown> {
  try {
    const stream = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>
    return await readJsonStream(stream, stateLevels)
  } catch (error) {
    throw fileProblem('state', file, error)
  }
}
