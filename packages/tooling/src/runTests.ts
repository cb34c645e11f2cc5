/**
 * The test command: runs checks and tests of the workspace in the current folder, whatever fails. The last lines name
 * each failure and count. Fails when anything failed. `testCommand/plan.ts` has its arguments.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHomelessTests } from './testCommand/homeless.ts'
import { describeLack } from './testCommand/lack.ts'
import { type Outcome, summarize } from './testCommand/outcome.ts'
import { planRun } from './testCommand/plan.ts'
import { runTask } from './testCommand/runTask.ts'
import type { Task } from './testCommand/tasks.ts'

const root = process.cwd()
const reports = join(root, 'coverage/reports')
rmSync(reports, { recursive: true, force: true })

// Whatever ends this process before its last line fails, too.
process.exitCode = 1
const { checks, suites, leftOut, concurrency, isWhole, notes } = planRun(root, process.argv.slice(2))
const registry = suites.some(({ script }) => script === 'test:packaging')
for (const note of [...notes, ...(await describeLack(root, { registry }))]) console.log(note)
mkdirSync(reports, { recursive: true })
const outcomes = [...(await runAll(checks)), ...(await runAll(suites))]
if (isWhole && outcomes.length > 0) outcomes.push(judgeHomes(outcomes))
const lines = summarize(outcomes)
console.log(lines.join('\n'))
// `.ci/run` repeats the last line after those of pnpm.
writeFileSync(join(reports, 'numbers.txt'), `${lines.at(-1)}\n`)
if (outcomes.length > 0 && outcomes.every(({ failures }) => failures.length === 0)) process.exitCode = 0

/** Runs scripts a few at a time, in their order. */
async function runAll(tasks: readonly Task[]): Promise<Outcome[]> {
  const waiting = [...tasks]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) outcomes.push(await runTask(root, task))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return outcomes
}

/** Fails for files of tests that no tier runs. */
function judgeHomes(outcomes: readonly Outcome[]): Outcome {
  const isFull = process.env.LATCHKEY_TESTS === 'full'
  const ran = outcomes.flatMap(({ files }) => files)
  const brokenOff = outcomes.flatMap((outcome) => outcome.brokenOff ?? [])
  const homeless = findHomelessTests(root, { ran, brokenOff, leftOut, isFull })
  return { passed: 0, failures: homeless.map((path) => `${path}: no script runs it`), files: [] }
}
