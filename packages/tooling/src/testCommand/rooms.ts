import { type ImportGraph, withImports } from './imports.ts'
import { nameOf } from './outcome.ts'
import type { Task } from './tasks.ts'

/** A room whose tests can fail only by a change of the room, or of what its sources import. */
export interface Room {
  /** Folders of its sources and its tests, relative to the workspace. */
  readonly folders: readonly string[]
  /** Those of the folders that hold the sources. All that these import counts. */
  readonly sources: readonly string[]
  /** A folder of which its tests import what has tests of its own: a change there does not count. */
  readonly beyond?: string
}

const packageRoom = (folder: string): Room => ({ folders: [folder], sources: [folder] })

/** The scripts that are left out while their room is as it was. All others run each time. TESTING.md says why. */
export const rooms: Readonly<Record<string, Room>> = {
  'packages/base test': packageRoom('packages/base'),
  'packages/browser-wallet test': packageRoom('packages/browser-wallet'),
  'packages/ceremony test': packageRoom('packages/ceremony'),
  'packages/chains test': packageRoom('packages/chains'),
  'packages/crypto test': packageRoom('packages/crypto'),
  'packages/device test': packageRoom('packages/device'),
  'packages/inspector test': packageRoom('packages/inspector'),
  'packages/names test': packageRoom('packages/names'),
  'packages/signing test': packageRoom('packages/signing'),
  'packages/store test': packageRoom('packages/store'),
  // Its script `test:rooms`, which reads the folders of other packages, is no room and runs each time.
  'packages/mutation test': packageRoom('packages/mutation'),
  'packages/mock test:inspector': {
    folders: ['packages/inspector/src', 'packages/mock/test/inspector', 'packages/chromium'],
    sources: ['packages/inspector/src'],
    beyond: 'packages/mock/src',
  },
}

/** Files that can change the outcome of every test. */
const everywhere: ReadonlySet<string> = new Set([
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
])
/** Those of a package that can change the outcome of all of its tests. vitest.config.ts names the last one. */
const settings = [
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'test/support/failOnFaults.ts',
  'test/support/waitLonger.ts',
]

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
    const read = readBy(room, task, graph)
    return !changes.some((path) => isIn(room.folders, path) || read.has(path))
  })
}

/** The files on which the outcome of a room's tests depends, but for those that have tests of their own. */
function readBy({ folders, sources, beyond = '' }: Room, { folder }: Task, graph: ImportGraph): ReadonlySet<string> {
  const files = [...graph.keys()]
  const own = files.filter((path) => isIn(sources, path) && !isTest(path))
  const isBeyond = (path: string) => isIn([beyond], path) && !isIn(folders, path)
  const tests = files.filter((path) => isIn(folders, path))
  const readByTests = [...withImports(graph, tests, isBeyond)].filter((path) => !isBeyond(path))
  return new Set([...withImports(graph, [...settings.map((name) => `${folder}/${name}`), ...own]), ...readByTests])
}

/** Whether a file lies in one of the folders. */
export function isIn(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`))
}

/** Whether a file has tests in it. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}
