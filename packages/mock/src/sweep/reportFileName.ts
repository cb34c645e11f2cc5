import { createHash } from 'node:crypto'
import type { SweepReport } from './sweepReport.ts'

/** File systems take 255 bytes. A character has up to four of them, and the hash and the type come on top. */
const longest = 50

/**
 * The name of a report's files, without their type: the words of its name, and a hash of the whole name and the file of
 * the test. It is the same in each run, and differs from that of another sweep, also where case does not count.
 */
export function reportFileName({ name, file = '' }: Pick<SweepReport, 'name' | 'file'>): string {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const title = [...words.join('-')].slice(0, longest).join('') || 'sweep'
  const hash = createHash('sha256')
    .update(JSON.stringify([file, name]))
    .digest('hex')
  return `${title}_${hash.slice(0, 8)}`
}
