import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unpackedFolder } from './consumer.ts'

/** The bytes that an install of the mock adds to a project at most. spec/decisions/68-one-copy.md lists its parts. */
const limits = { mock: 7_400_000, types: 4_600_000 }

describe('an install of the mock', () => {
  it.each(Object.entries(limits))('has at most so many bytes of @latchkey/%s: %d', async (name, limit) => {
    const folder = unpackedFolder(name as keyof typeof limits)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name))
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limit)
  })
})
