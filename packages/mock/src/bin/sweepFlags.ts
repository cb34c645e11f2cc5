import { didYouMean } from '@latchkey/base/nearest'
import { commandHelp } from './commandHelp.ts'
import { flags } from './flags.ts'
import { type CliOptions, toOptions } from './options.ts'
import { parseFlags } from './parseFlags.ts'
import { addVariables } from './readFlags.ts'
import { envFlag, factsText, readOwnVariable } from './runVariables.ts'
import { assertOtherFile, inputFilesOf, inputFlags } from './sameFile.ts'
import { reportFileOf } from './sweepFiles.ts'
import { flagRows } from './usage.ts'

const ownFlags = {
  only: { type: 'string', hint: 'text', help: 'Run the case of this name, or those whose names have this text.' },
  sample: { type: 'string', hint: 'number', help: 'Run at most so many cases, drawn by --seed.' },
  changed: {
    type: 'string',
    hint: 'file',
    help: 'Run only the cases of calls that this report of an earlier sweep (.json) does not have.',
  },
  budget: {
    type: 'string',
    hint: 'seconds',
    help: 'Begin no case later. The most telling ones come first: states before replies, and replies before the network.',
  },
  jobs: {
    type: 'string',
    hint: 'number',
    help: 'How many commands run at once, each with a mock of its own. Default 1, since many tests share a port or a file.',
  },
  timeout: { type: 'string', hint: 'seconds', help: 'How long a command may take until it hangs. Default 60.' },
  late: {
    type: 'string',
    hint: 'seconds',
    help: "How late a reply is that comes too late: longer than the app's own time limit. Default 10.",
  },
  'must-pass': {
    type: 'string',
    hint: 'kinds',
    help: 'Where the command must end with 0, too: network, refusal, or network,refusal.',
  },
  'known-faults': {
    type: 'string',
    hint: 'file',
    help: 'Faults that you know (.json): an object of names of cases, each with the reason. One that has gone fails.',
  },
  report: {
    type: 'string',
    hint: 'folder',
    help: 'Write the results to this folder: as JSON, as JUnit XML, and as a page.',
  },
  env: envFlag,
} as const

export const helpText = (): string =>
  commandHelp({
    about:
      'Runs a test that passes again and again, each time beside a mock in which one call fails in one way, and reports what the app does. The test is any command: it learns where the mock is by variables, as with latchkey-mock run.',
    usage: 'sweep [flags] -- <command> [arguments]',
    flags: ownFlags,
    more: [
      'The command runs twice without a failure first. A command that ends with another exit code than 0 has failed, as tests do after a refusal. Faults are: it hangs, a signal ends it, it calls without an end, or it breaks --must-pass.',
      factsText(),
      'LATCHKEY_SWEEP_CASE is the name of the case.',
      'Exit code: 0 without faults, 1 with faults, 2 for a command that cannot be swept and for wrong flags.',
      'It takes the flags of the server, too. The default of --port is 0.',
      flagRows().slice(1).join('\n'),
    ],
  })

export interface SweepRequest {
  readonly options: CliOptions
  readonly command: readonly string[]
  /** The flags as they were written. */
  readonly flagArgs: readonly string[]
  readonly ownVariables: ReturnType<typeof readOwnVariable>[]
  readonly only: string | undefined
  readonly sample: number | undefined
  readonly changedFile: string | undefined
  readonly budgetSeconds: number | undefined
  readonly jobs: number
  readonly timeoutMs: number
  readonly lateMs: number
  readonly mustPass: readonly FailedBy[]
  readonly knownFile: string | undefined
  readonly reportFolder: string | undefined
}

const failedBy = ['network', 'refusal'] as const
type FailedBy = (typeof failedBy)[number]

/** Flags of a server that a sweep has no use for. */
const ofServers = ['json', 'verbose', 'state', 'export-on-exit', 'open'] as const

/**
 * Reads the arguments of `latchkey-mock sweep`.
 *
 * @returns Nothing for `--help`
 * @throws TypeError with one line that says what is wrong
 */
export function readSweepFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SweepRequest | undefined {
  const end = args.indexOf('--')
  const command = end === -1 ? [] : args.slice(end + 1)
  const flagArgs = end === -1 ? args : args.slice(0, end)
  if (command.length === 0 && !flagArgs.some((arg) => arg === '--help' || arg === '-h'))
    throw new TypeError('Write -- and the command after the flags: latchkey-mock sweep -- pytest.')
  const values = parseFlags(flagArgs, { ...flags, ...ownFlags })
  if (values.help) return undefined
  const { only, sample, changed, budget, jobs = '1', timeout = '60', late = '10', report } = values
  const { env: own = [], 'must-pass': mustPass, 'known-faults': knownFile, ...others } = values
  for (const name of Object.keys(ownFlags)) Reflect.deleteProperty(others, name)
  const serverValues = addVariables(others, env)
  const unused = ofServers.find((name) => serverValues[name])
  if (unused !== undefined) throw new TypeError(`--${unused} is only for a server.`)
  if (report !== undefined)
    assertOtherFile(
      { flag: '--report', file: reportFileOf(report, command) },
      inputFilesOf({ ...values, ...serverValues }, [...inputFlags, 'import', 'known-faults', 'changed']),
    )
  const request = {
    options: { ...toOptions({ ...serverValues, port: serverValues.port ?? '0' }), quiet: true },
    command,
    flagArgs,
    ownVariables: own.map(readOwnVariable),
    only,
    sample: sample === undefined ? undefined : readCount(sample, '--sample'),
    changedFile: changed,
    budgetSeconds: budget === undefined ? undefined : readSeconds(budget, '--budget'),
    jobs: readCount(jobs, '--jobs'),
    timeoutMs: readSeconds(timeout, '--timeout') * 1000,
    lateMs: readSeconds(late, '--late') * 1000,
    mustPass: mustPass === undefined ? [] : mustPass.split(',').map(readFailedBy),
    knownFile,
    reportFolder: report,
  }
  if (request.jobs > 1 && request.options.server.port !== 0)
    throw new TypeError('--jobs runs several mocks at once, and --port is only one address. Leave one of them out.')
  if (request.lateMs >= request.timeoutMs)
    throw new TypeError('--late must be less than --timeout, or each late reply counts as one that hangs.')
  return request
}

function readCount(text: string, flag: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new TypeError(`${flag} takes a whole number from 1 to 99999, not "${text}".`)
}

function readSeconds(text: string, flag: string): number {
  if (/^\d{1,5}(\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new TypeError(`${flag} takes seconds from 0.001 to 99999, not "${text}".`)
}

function readFailedBy(name: string): FailedBy {
  const found = failedBy.find((each) => each === name)
  if (found !== undefined) return found
  throw new TypeError(
    `--must-pass does not know "${name}".${didYouMean(name, failedBy) || ' It takes network and refusal, separated by a comma.'}`,
  )
}
