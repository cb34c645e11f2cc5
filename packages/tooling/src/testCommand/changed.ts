import { posix } from 'node:path'
import { type ImportGraph, reverse, withImports } from './imports.ts'
import { runsVitest } from './outcome.ts'
import { isTest } from './rooms.ts'
import type { Task } from './tasks.ts'

/** Puts the whole mock together. A change that arrives here would ask for every test there is. */
const assembly = 'packages/mock/src/operations/generated/resources.ts'

/**
 * Finds the tests that are near to a change: those that import what has changed, directly or through others, up to
 * where the mock is put together; those beside what has changed; and those of each operation that imports it. The others
 * are left to the whole test command.
 *
 * @param changes - Files that differ from the base, relative to the workspace.
 * @returns Files of tests, relative to the workspace.
 */
export function findNearTests(changes: readonly string[], graph: ImportGraph): string[] {
  const importers = reverse(graph)
  const assembled = withImports(importers, [assembly])
  const reached = new Set(changes.filter((path) => !assembled.has(path)))
  for (const path of reached)
    for (const importer of importers.get(path) ?? [])
      if (isTest(importer) || !assembled.has(importer)) reached.add(importer)
  // A description in `spec/` and the tests of its operations share the resource's name.
  const resources = [...changes, ...reached].flatMap(
    (path) => /^(?:spec\/resources|packages\/mock\/src\/operations)\/(\w+)\//.exec(path)?.[1] ?? [],
  )
  const folders = new Set([
    ...resources.map((name) => `packages/mock/src/operations/${name}`),
    ...changes.filter((path) => !isTest(path)).map((path) => posix.dirname(path)),
  ])
  const beside = [...graph.keys()].filter((path) => folders.has(posix.dirname(path)))
  const direct = changes.flatMap((path) => [path, ...(importers.get(path) ?? [])])
  return [...new Set([...reached, ...beside, ...direct])].filter((path) => isTest(path) && graph.has(path)).sort()
}

/** Narrows the scripts to those that run vitest in a package with some of the tests, and to these tests. */
export function narrow(tasks: readonly Task[], tests: readonly string[]): Task[] {
  return tasks.flatMap((task) => {
    const files = tests
      .filter((path) => path.startsWith(`${task.folder}/`))
      .map((path) => path.slice(task.folder.length + 1))
    return runsVitest(task) && files.length > 0 ? [{ ...task, files }] : []
  })
}
