import { didYouMean } from '@latchkey/base/nearest'
import { trimEnd } from '@latchkey/base/trimEnd'
import { commandHelp, helpFlag } from './commandHelp.ts'
import { urlProblem } from './init/apiUrl.ts'
import type { Plan, PlannedFile } from './init/plan.ts'
import { type Project, readProject } from './init/project.ts'
import type { Terminal } from './init/questions.ts'
import { type RunnerName, runnerNames, runners, runnersOf } from './init/runners.ts'
import { tellAgents } from './init/tellAgents.ts'
import { type FileState, stateOf, writeNewFiles } from './init/writePlan.ts'
import { parseFlags } from './parseFlags.ts'

/** The one that READMEs and recipes have in the place of the service. */
const defaultApiUrl = 'https://api.example.com'

const flags = {
  runner: {
    type: 'string',
    hint: 'name',
    help: 'vitest, jest, playwright or vite. Default: the one in package.json.',
  },
  'api-url': { type: 'string', hint: 'url', help: `Where your code calls the service. Default ${defaultApiUrl}.` },
  agent: { type: 'boolean', help: 'Write only AGENTS.md: lines that tell coding agents what to read.' },
  dir: { type: 'string', hint: 'folder', help: "The project's folder, with its package.json. Default: this folder." },
  yes: { type: 'boolean', short: 'y', help: 'Ask nothing.' },
  'dry-run': { type: 'boolean', help: 'Print the files instead of writing them.' },
  ...helpFlag,
} as const

const helpText = () =>
  commandHelp({
    about:
      'Adds what a project needs to use the mock: new files only, with a test that passes. It asks what to add, or takes it from flags. Files that exist stay as they are.',
    usage: 'init [flags]',
    flags,
  })

/** The flags of the command. */
interface Wishes {
  readonly runner?: RunnerName | undefined
  readonly apiUrl?: string | undefined
  readonly isForAgents: boolean
  readonly dir: string
  readonly yes: boolean
  readonly isDryRun: boolean
}

/**
 * Runs `latchkey-mock init`.
 *
 * @returns The exit code: 0, or 1 where nothing was written.
 * @throws TypeError with one line that says what is wrong with the arguments or the project
 */
export async function runInit(
  args: readonly string[],
  terminal: Terminal = { input: process.stdin, output: process.stdout },
): Promise<number> {
  const print = (text: string) => void terminal.output.write(`${text}\n`)
  const { help, ...wishes } = readFlags(args)
  if (help) {
    print(helpText())
    return 0
  }
  const project = readProject(wishes.dir, process.env.npm_config_user_agent)
  if (wishes.isForAgents) return tellAgents(project, { print, isDryRun: wishes.isDryRun })
  const questions = await questionsFor(wishes, terminal)
  try {
    const runner = wishes.runner ?? (await questions?.askRunner(terminal, runnersOf(project))) ?? onlyRunnerOf(project)
    const apiUrl = wishes.apiUrl ?? (await questions?.askApiUrl(terminal, defaultApiUrl)) ?? defaultApiUrl
    const plan = runners[runner].plan(project, apiUrl)
    const files = plan.files.map((file) => ({ ...file, state: stateOf(project.folder, file) }))
    const newFiles = files.filter(({ state }) => state === 'new')
    if (questions && newFiles.length > 0) {
      const paths = newFiles.map(({ path }) => path)
      if (!(await questions.askToWrite(terminal, paths))) throw new questions.Cancelled()
    }
    if (!wishes.isDryRun) await writeNewFiles(project.folder, newFiles)
    print(report(project, plan, { files, isDryRun: wishes.isDryRun }))
    return 0
  } catch (error) {
    if (error instanceof TypeError) throw error
    const isCancelled = questions && error instanceof questions.Cancelled
    print(`${isCancelled ? '' : `${(error as Error).message}. `}Nothing was written.`)
    return 1
  }
}

function readFlags(args: readonly string[]): Wishes & { readonly help: boolean } {
  const {
    runner,
    agent: isForAgents = false,
    dir = '.',
    yes = false,
    help = false,
    'api-url': apiUrlFlag,
    'dry-run': isDryRun = false,
  } = parseFlags(args, flags)
  if (runner !== undefined && !isRunner(runner))
    throw new TypeError(`--runner takes ${listOf(runnerNames)}, not "${runner}".${didYouMean(runner, runnerNames)}`)
  if (isForAgents && (runner ?? apiUrlFlag) !== undefined)
    throw new TypeError('--agent only writes AGENTS.md. Leave out --runner and --api-url, or run init twice.')
  const problem = apiUrlFlag === undefined ? undefined : urlProblem(apiUrlFlag)
  if (problem !== undefined) throw new TypeError(`--api-url: ${problem}`)
  const apiUrl = apiUrlFlag === undefined ? undefined : trimEnd(apiUrlFlag, '/')
  return { runner, apiUrl, isForAgents, dir, yes, isDryRun, help }
}

const isRunner = (name: string): name is RunnerName => Object.hasOwn(runners, name)

/** The questions to ask, unless the flags answer all of them. @throws TypeError where nobody can answer them */
async function questionsFor({ yes, isDryRun, runner }: Wishes, { input, output }: Terminal) {
  if (yes || (isDryRun && runner !== undefined)) return undefined
  if (input.isTTY && output.isTTY) return import('./init/questions.ts')
  throw new TypeError('init asks questions, and this is not a terminal. Add --yes, and --runner to say which runner.')
}

function onlyRunnerOf(project: Project): RunnerName {
  const [name, ...others] = runnersOf(project)
  if (name === undefined)
    throw new TypeError(
      `package.json has no runner that init knows. Say which to use: --runner ${runnerNames.join('|')}.`,
    )
  if (others.length === 0) return name
  const titles = [name, ...others].map((each) => runners[each].title)
  throw new TypeError(
    `package.json has ${titles.join(' and ')}. Say which to use: --runner ${[name, ...others].join('|')}.`,
  )
}

const listOf = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

type FileReport = PlannedFile & { readonly state: FileState }

/** Tells what `init` has done, and what is left to do. */
function report(
  project: Project,
  { packages, advice, commands }: Plan,
  { files, isDryRun }: { readonly files: readonly FileReport[]; readonly isDryRun: boolean },
): string {
  const missing = ['@latchkey/mock', ...packages].filter((name) => !(name in project.dependencies))
  const install = missing.length > 0 ? [`${project.manager.install} ${missing.join(' ')}`] : []
  return [
    ...files.flatMap((file) => fileLines(file, isDryRun)),
    ...advice.flatMap(({ sentence, lines = [] }) => ['', sentence, ...lines.map((line) => `  ${line}`)]),
    '',
    'Then:',
    ...[...install, ...commands].map((line) => `  ${line}`),
  ].join('\n')
}

const sentences: Readonly<Record<FileState, (path: string) => string>> = {
  new: (path) => `Wrote ${path}`,
  same: (path) => `${path} is there already`,
  other: (path) => `${path} exists, with other content. It stays as it is. --dry-run prints what was to be added.`,
}

function fileLines({ path, text, state }: FileReport, isDryRun: boolean): string[] {
  if (!isDryRun || state === 'same') return [sentences[state](path)]
  const heading =
    state === 'new' ? `Would write ${path}:` : `${path} exists and stays as it is. init would have written:`
  return [
    heading,
    '',
    ...text
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`.trimEnd()),
    '',
  ]
}
