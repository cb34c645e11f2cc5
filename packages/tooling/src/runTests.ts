/**
 * The test command: runs every check and every test of the workspace in the current folder, whatever fails. The last
 * lines name each failure and count. Fails when anything failed.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, summarize } from './testCommand/outcome.ts'
import { runTask } from './testCommand/runTask.ts'
import { listTasks, type Task } from './testCommand/tasks.ts'

const root = process.cwd()
const reports = join(root, 'coverage/reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Whatever ends this process before its last line fails, too.
process.exitCode = 1
const { checks, suites, concurrency } = listTasks(root)
const outcomes = [...(await runAll(checks)), ...(await runAll(suites))]
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
