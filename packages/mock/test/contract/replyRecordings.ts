import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Not in node_modules, which a scratch copy of the repository shares with this one.
const folder = fileURLToPath(new URL('../../coverage/statuses/', import.meta.url))

/**
 * The findings of this worker's tests so far. Tests share the modules that are loaded, but not those that set them
 * up, so it is kept beside both.
 */
export const recorded: Set<string> = ((globalThis as Record<symbol, unknown>)[Symbol.for('latchkey.recorded')] ??=
  new Set()) as Set<string>

/** The file in which a worker of a test run records the statuses that its tests have reached. */
export function recordingFile(worker: string): string {
  return join(folder, `${worker}.txt`)
}

/** `<operation> <status>` of all that the last test run has reached. */
export function readRecordings(): ReadonlySet<string> {
  return new Set(
    readdirSync(folder)
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((line) => line !== ''),
  )
}

/** A global set-up of vitest: a run begins without notes of the one before. */
export function setup(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
