import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'

/** A script of the workspace that the test command runs. */
export interface Task {
  /** The folder of its package, relative to the workspace, with `/`. The root is `.`. */
  readonly folder: string
  readonly script: string
  /** The script's command. */
  readonly command: string
  /** The only files of tests that it runs, relative to the folder; without them, all of the script's. */
  readonly files?: readonly string[]
}

export interface TaskList {
  /** Of the root: form, lint, types, builds. */
  readonly checks: readonly Task[]
  /** Of the packages and the examples. They use what the checks have built. */
  readonly suites: readonly Task[]
  /** How many run at a time. */
  readonly concurrency: number
}

/** The packages whose tests come first: they take the longest, and say what breaks the others. */
const first = ['packages/mock', 'packages/client']

/** Lists the tasks of a workspace in the order of the test command. */
export function listTasks(root: string): TaskList {
  const workspace = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    packages: string[]
    workspaceConcurrency?: number
  }
  const folders = workspace.packages.flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: root })
      .map((path) => dirname(path).replaceAll('\\', '/'))
      .sort(),
  )
  const ordered = [
    ...first.filter((folder) => folders.includes(folder)),
    ...folders.filter((folder) => !first.includes(folder)),
  ]
  return {
    checks: tasksOf(root, '.', /^(check|lint):/),
    suites: ordered.flatMap((folder) => tasksOf(root, folder, /^(typecheck|test)(:|$)/)),
    concurrency: workspace.workspaceConcurrency ?? 2,
  }
}

function tasksOf(root: string, folder: string, names: RegExp): Task[] {
  const manifest = join(root, folder, 'package.json')
  if (!existsSync(manifest)) return []
  const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }
  return Object.entries(scripts)
    .filter(([script]) => names.test(script))
    .map(([script, command]) => ({ folder, script, command }))
}
