import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** A whole run writes no more: bundles, packed packages, and projects that install them. */
const neededBytes = 3 * 2 ** 30

/** Says what the machine lacks, since a test would fail by it with another sentence. */
export function describeLack(root: string, freeBytesOf = readFreeBytes): string[] {
  const folders = [...new Set([root, tmpdir()])]
  return folders.flatMap((folder) => {
    const free = freeBytesOf(folder)
    if (free >= neededBytes) return []
    return `Only ${(free / 2 ** 30).toFixed(1)} GiB are free at ${folder}. The tests need ${neededBytes / 2 ** 30}.`
  })
}

function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
