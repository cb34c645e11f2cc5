import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pnpmCommand } from '../pnpm.ts'
import { judge, nameOf, type Outcome, runsVitest } from './outcome.ts'
import { readReports, reportFolderVariable } from './report.ts'
import type { Task } from './tasks.ts'

const failureReporter = fileURLToPath(new URL('failureReporter.ts', import.meta.url))

/**
 * Runs a script. Prints its output when it has ended.
 *
 * @param root - The folder of the workspace. `coverage/reports` has none of an earlier run.
 */
export async function runTask(root: string, task: Task): Promise<Outcome> {
  const reports = join(root, 'coverage/reports', nameOf(task).replaceAll(/\W+/g, '-'))
  const begun = performance.now()
  const { end, output } = await runScript(root, task, { [reportFolderVariable]: reports })
  const outcome = judge(task, end, readReports(reports))
  const seconds = Math.round((performance.now() - begun) / 1000)
  const verdict = outcome.failures.length > 0 ? 'FAILED' : 'passed'
  process.stdout.write(`== ${nameOf(task)}: ${verdict} in ${seconds} s\n${output}\n`)
  return outcome
}

interface Ended {
  /** The exit code, or the signal. */
  readonly end: number | string
  readonly output: string
}

async function runScript(root: string, task: Task, variables: Readonly<Record<string, string>>): Promise<Ended> {
  const [file, ...args] = pnpmCommand()
  // The command that runs this one has installed already.
  const flags = ['--silent', '--config.verifyDepsBeforeRun=false']
  const reporters = runsVitest(task) ? ['--reporter=default', `--reporter=${failureReporter}`] : []
  // A script of the package may hold none of the files. What follows the tests judges all of them.
  const filters = task.files ? ['--passWithNoTests', ...task.files] : []
  if (task.files) flags.push('--config.enablePrePostScripts=false')
  const child = spawn(file, [...args, ...flags, 'run', task.script, ...reporters, ...filters], {
    cwd: join(root, task.folder),
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A process that the script has left behind keeps its pipes open.
  child.on('exit', () => setTimeout(() => (child.stdout.destroy(), child.stderr.destroy()), 5000).unref())
  const end = await new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 1))
  })
  return { end, output: Buffer.concat(chunks).toString() }
}
