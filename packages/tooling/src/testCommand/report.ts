import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The variable that names the folder into which a run of vitest writes its report. */
export const reportFolderVariable = 'LATCHKEY_TEST_REPORTS'

/** The report of one run of vitest on its tests. */
export interface Report {
  /** Without it, the run broke off. */
  readonly isComplete: boolean
  readonly passed: number
  /** Every test, set-up or file that failed, by a name that a search finds, and errors outside of tests. */
  readonly failures: readonly string[]
  /** The files whose tests were running. A run that breaks off leaves them. */
  readonly running: readonly string[]
  /** How long the tests of each file took, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>
}

/** Writes the report of this process, in place of its former one. */
export function writeReport(folder: string, report: Report): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.json`)
  writeFileSync(`${file}.part`, JSON.stringify(report))
  renameSync(`${file}.part`, file)
}

/** The reports of all runs of vitest that wrote into a folder. */
export function readReports(folder: string): Report[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report)
}
