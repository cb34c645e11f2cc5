import { type ImportGraph, withImports } from './imports.ts'
import { nameOf } from './outcome.ts'
import type { Task } from './tasks.ts'

/** A room whose tests can fail only by a change of the room, or of what its sources import. */
export interface Room {
  /** Folders of its sources and its tests, relative to the workspace. */
  readonly folders: readonly string[]
  /** Those of the folders whose imports count. What only its tests import has tests of its own. */
  readonly sources: readonly string[]
}

const packageRoom = (folder: string): Room => ({ folders: [folder], sources: [folder] })

/** The scripts that are left out while their room is as it was. All others run each time. TESTING.md says why. */
export const rooms: Readonly<Record<string, Room>> = {
  'packages/ceremony test': packageRoom('packages/ceremony'),
  'packages/device test': packageRoom('packages/device'),
  'packages/names test': packageRoom('packages/names'),
  'packages/mutation test': packageRoom('packages/mutation'),
  'packages/mock test:crypto': {
    folders: ['packages/mock/src/crypto', 'packages/mock/test/vectors'],
    sources: ['packages/mock/src/crypto'],
  },
  'packages/mock test:inspector': {
    folders: ['packages/mock/src/inspector', 'packages/mock/test/inspector', 'packages/chromium'],
    sources: ['packages/mock/src/inspector'],
  },
}

/** Files that can change the outcome of every test. */
const everywhere: ReadonlySet<string> = new Set(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'])

/**
 * Finds the scripts whose room is as it was.
 *
 * @param tasks - Any scripts; those without a room are never unchanged.
 * @param changes - The files that differ from the base, relative to the workspace.
 */
export function findUnchanged(tasks: readonly Task[], changes: readonly string[], graph: ImportGraph): Task[] {
  if (changes.some((path) => everywhere.has(path))) return []
  return tasks.filter((task) => {
    const room = rooms[nameOf(task)]
    if (!room) return false
    const settings = [`${task.folder}/package.json`, `${task.folder}/vitest.config.ts`]
    const sources = [...graph.keys()].filter((path) => isIn(room.sources, path) && !isTest(path))
    const read = withImports(graph, [...settings, ...sources])
    return !changes.some((path) => isIn(room.folders, path) || read.has(path))
  })
}

/** Whether a file lies in one of the folders. */
export function isIn(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

/** Whether a file has tests in it. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}
