import type { Report } from './report.ts'
import type { Task } from './tasks.ts'

/** The outcome of a script. It passed if nothing is in `failures`. */
export interface Outcome {
  /** Tests that passed. A script without tests counts as one. */
  readonly passed: number
  /** Failures, each with the folder and the name of the script. */
  readonly failures: readonly string[]
  /** Files of tests, each with the folder and the name of the script. */
  readonly files: readonly TestFile[]
  /** The folder of a script that may have run tests which it has not noted. */
  readonly brokenOff?: string
}

export interface TestFile {
  readonly name: string
  /** Relative to the workspace, with `/`. */
  readonly path: string
  /** How long its tests took, in milliseconds. */
  readonly duration: number
}

/** Whether a script runs vitest, which it has to do last: vitest gets the arguments that ask for a report. */
export function runsVitest({ command }: Pick<Task, 'command'>): boolean {
  return /\bvitest run\b/.test(command)
}

/** How people call a script: its name, with its folder unless that is the root. */
export function nameOf({ folder, script }: Pick<Task, 'folder' | 'script'>): string {
  return folder === '.' ? script : `${folder} ${script}`
}

/**
 * Judges a script by how it ended and by what its tests reported. Either can fail it.
 *
 * @param task - The script.
 * @param end - How its process ended: an exit code, or the name of a signal.
 * @param reports - Of the runs of vitest in it.
 */
export function judge(task: Task, end: number | string, reports: readonly Report[]): Outcome {
  const failures = runsVitest(task) ? failuresOfTests(task, end, reports) : failuresOfCheck(end)
  const tests = reports.reduce((sum, { passed }) => sum + passed, 0)
  const passed = runsVitest(task) ? tests : Number(failures.length === 0)
  const files = reports.flatMap(({ durations }) => Object.entries(durations))
  const isComplete = !runsVitest(task) || (reports.length > 0 && reports.every((report) => report.isComplete))
  return {
    passed,
    failures: failures.map((failure) => `${nameOf(task)}: ${failure}`),
    files: files.map(([name, duration]) => ({
      name: `${nameOf(task)}: ${name}`,
      path: `${task.folder}/${name.replace(/^\[.*?\] /, '')}`,
      duration,
    })),
    ...(!isComplete && { brokenOff: task.folder }),
  }
}

function failuresOfCheck(end: number | string): string[] {
  return end === 0 ? [] : [`failed with ${describeEnd(end)}; its output is above`]
}

function failuresOfTests({ files }: Task, end: number | string, reports: readonly Report[]): string[] {
  if (reports.length === 0) return [`ended with ${describeEnd(end)} and no report of its tests; its output is above`]
  const failures = reports.flatMap((report) => [...report.failures, ...describeBreak(report)])
  if (failures.length > 0) return failures
  if (end !== 0) return [`failed outside of its tests with ${describeEnd(end)}; its output is above`]
  return files || reports.some(({ passed }) => passed > 0) ? [] : ['ran no tests']
}

function describeEnd(end: number | string): string {
  return typeof end === 'number' ? `exit code ${end}` : `signal ${end}`
}

function describeBreak({ isComplete, running }: Report): string[] {
  if (isComplete) return []
  return [running.length > 0 ? `broke off in ${running.join(', ')}` : 'broke off between its tests']
}

const slowestShown = 10

function describeSlowest(outcomes: readonly Outcome[]): string[] {
  const files = outcomes.flatMap((outcome) => outcome.files).toSorted((a, b) => b.duration - a.duration)
  const lines = files.slice(0, slowestShown).map(({ name, duration }) => `  ${(duration / 1000).toFixed(1)} s ${name}`)
  return lines.length > 0 ? ['The slowest files of tests:', ...lines] : []
}

/** The last lines of the test command: the slowest files, what failed, and the numbers. */
export function summarize(outcomes: readonly Outcome[]): string[] {
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const named = failures.map((failure) => `  ${failure}`)
  const failed = named.length > 0 ? ['What failed:', ...named] : []
  return [...describeSlowest(outcomes), ...failed, `${passed} passed, ${failures.length} failed`]
}
