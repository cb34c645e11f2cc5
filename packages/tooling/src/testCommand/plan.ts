import { parseArgs } from 'node:util'
import { findBase, findFork, listChanges } from './base.ts'
import { findNearTests, narrow } from './changed.ts'
import { readImports } from './imports.ts'
import { nameOf } from './outcome.ts'
import { findUnchanged } from './rooms.ts'
import { listTasks, type Task } from './tasks.ts'

/** The scripts of one run of the test command. */
export interface Plan {
  readonly checks: readonly Task[]
  readonly suites: readonly Task[]
  /** The scripts whose room is as it was. */
  readonly leftOut: readonly Task[]
  /** How many scripts run at a time. */
  readonly concurrency: number
  /** Whether it is meant to reach every test of its tier. */
  readonly isWhole: boolean
  /** Sentences about the choice, for a reader of the output. */
  readonly notes: readonly string[]
}

/** The checks of a developer's own loop. They take seconds. */
const quickChecks: ReadonlySet<string> = new Set(['lint:code', 'lint:form'])

/**
 * Chooses what to run.
 *
 * `--all` leaves no room out. `--only <part>,…` runs some scripts, and the build: a part is the name of a script
 * (`packages/mock test`), its folder, or how names begin, up to a `:` or a `/` (`lint:`). `--changed [base]` runs what is
 * near to the changes since a commit.
 *
 * @throws TypeError for an unknown argument, or a part that has no script.
 */
export function planRun(root: string, args: readonly string[]): Plan {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { all: { type: 'boolean' }, only: { type: 'string' }, changed: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [base, ...others] = positionals
  if (others.length > 0 || (base !== undefined && !values.changed))
    throw new TypeError(
      `Failed to understand "${positionals.join(' ')}": only --changed takes an argument, one commit.`,
    )
  if (values.changed) return planChanged(root, base ?? findFork(root) ?? 'HEAD')
  const whole = values.all ? planAll(root) : planFirstTier(root)
  return values.only === undefined ? whole : planOnly(whole, values.only.split(','))
}

function planAll(root: string): Plan {
  return { ...listTasks(root), leftOut: [], isWhole: true, notes: [] }
}

function planFirstTier(root: string): Plan {
  const plan = planAll(root)
  const base = findBase(root)
  if (!base) return { ...plan, notes: ['No commit to compare with: every room runs.'] }
  const leftOut = findUnchanged(plan.suites, listChanges(root, base.commit), readImports(root))
  const names = leftOut.map(nameOf).join(', ') || 'none'
  return {
    ...plan,
    suites: plan.suites.filter((task) => !leftOut.includes(task)),
    leftOut,
    notes: [`Compared with ${base.commit.slice(0, 12)}, ${base.reason}. Rooms as they were: ${names}.`],
  }
}

function planOnly(plan: Plan, parts: readonly string[]): Plan {
  const tasks = [...plan.checks, ...plan.suites, ...plan.leftOut]
  const unknown = parts.filter((part) => !tasks.some((task) => isPart(part, task)))
  if (unknown.length > 0) throw new TypeError(`Failed to run only ${unknown.join(', ')}: no script's name begins so.`)
  const isChosen = (task: Task) => parts.some((part) => isPart(part, task))
  const suites = plan.suites.filter(isChosen)
  // Tests use what the build makes.
  const isBuilt = (task: Task) => suites.length > 0 && task.script === 'check:build'
  const checks = plan.checks.filter((task) => isChosen(task) || isBuilt(task))
  return { ...plan, checks, suites, isWhole: false }
}

/** Whether a script is in a part of {@link planRun}'s `--only`. */
export function isPart(part: string, task: Task): boolean {
  return part === nameOf(task) || part === task.folder || (/[:/]$/.test(part) && nameOf(task).startsWith(part))
}

function planChanged(root: string, base: string): Plan {
  const plan = planAll(root)
  const tests = findNearTests(listChanges(root, base), readImports(root))
  return {
    ...plan,
    checks: plan.checks.filter(({ script }) => quickChecks.has(script)),
    suites: narrow(plan.suites, tests),
    isWhole: false,
    notes: [`${tests.length} files of tests are near to what has changed since ${base.slice(0, 12)}.`],
  }
}
