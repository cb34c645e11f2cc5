import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PlannedFile } from './plan.ts'

/** The state of a planned file: not written yet, there already, or blocked by another file at its path, which stays. */
export type FileState = 'new' | 'same' | 'other'

export function stateOf(folder: string, { path, text }: PlannedFile): FileState {
  const file = join(folder, path)
  if (!existsSync(file)) return 'new'
  return isSame(file, text) ? 'same' : 'other'
}

function isSame(file: string, text: string): boolean {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === text
  } catch {
    // A folder.
    return false
  }
}

/**
 * Writes files where there are none, either all of them or, when one fails, none.
 *
 * @throws the error of the file system
 */
export async function writeNewFiles(folder: string, files: readonly PlannedFile[]): Promise<void> {
  const created: string[] = []
  try {
    for (const { path, text } of files) {
      const file = join(folder, path)
      const newFolder = await mkdir(dirname(file), { recursive: true })
      if (newFolder !== undefined) created.push(newFolder)
      // Fails where a file has appeared meanwhile.
      await writeFile(file, text, { flag: 'wx' })
      created.push(file)
    }
  } catch (error) {
    for (const path of created.reverse()) await rm(path, { recursive: true, force: true })
    throw error
  }
}
