import { startStopwatch } from '@latchkey/base/clock'
import { counted } from '@latchkey/base/counted'
import { defined } from '@latchkey/base/defined'
import { isUnexpected } from '@latchkey/contract/sweepResults'
import type { MockServer } from '../hosts/server.ts'
import { findingText, goneText } from '../sweep/findingText.ts'
import { learnSweep, type LearnedSweep, type PlayableCase } from '../sweep/learnSweep.ts'
import type { AfterFailure, SweepResult } from '../sweep/playCase.ts'
import { SweepError } from '../sweep/sweepError.ts'
import type { ReportedResult, SweepReport } from '../sweep/sweepReport.ts'
import { sweepTable } from '../sweep/sweepTable.ts'
import { writeSweepReport } from '../sweep/writeSweepReport.ts'
import { caseVariable, type CommandContext, type CommandStage, createCommandStage } from './commandStage.ts'
import { untilEndSignal } from './endSignals.ts'
import { createProgress } from './progress.ts'
import { replayLine } from './replayLine.ts'
import { CommandNotStarted, type StartCommand, startCommand } from './startCommand.ts'
import { startFromFlags } from './startFromFlags.ts'
import { nameOfSweep, readEarlierReport, readKnownFaults, tryReportFolder } from './sweepFiles.ts'
import { helpText, readSweepFlags, type SweepRequest } from './sweepFlags.ts'
import { tell } from './tell.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The exit codes of the command. */
const exitCodes = { passed: 0, faults: 1, misuse: 2 } as const

/** Minutes from which on a sweep says how long it takes. */
const longMinutes = 5

/**
 * Runs `latchkey-mock sweep`: a command, once for each way in which its calls can fail.
 *
 * @param start - Starts the command in each run.
 * @returns The exit code.
 * @throws TypeError with one line that says what is wrong with the arguments
 */
export async function runSweep(args: readonly string[], env: Env, start: StartCommand = startCommand): Promise<number> {
  const request = readSweepFlags(args, env)
  if (!request) {
    console.log(helpText())
    return exitCodes.passed
  }
  if (env[caseVariable]) throw new TypeError(`A sweep within a sweep does not end, and ${caseVariable} is set.`)
  const { options, knownFile, changedFile, reportFolder } = request
  const knownFaults = knownFile === undefined ? {} : readKnownFaults(knownFile)
  const since = changedFile === undefined ? undefined : readEarlierReport(changedFile)
  if (reportFolder !== undefined) await tryReportFolder(reportFolder)
  // The mock that each run gets a copy of is at a port of its own, and the copies have that of the flags.
  const ownPort = { ...options, server: { ...options.server, port: 0, baseUrl: undefined } }
  const origin = await startFromFlags(ownPort as typeof options, console.error)
  if (!origin) return Number(process.exitCode)
  const trust = options.https ? await (await import('./trustAuthority.ts')).trustAuthority(env) : undefined
  try {
    const sweeping = { request, env, start, origin, knownFaults, since, trust: trust?.variables ?? {} }
    return await untilEndSignal(() => sweepCommand(sweeping))
  } catch (error) {
    if (!(error instanceof SweepError)) throw error
    tell(error.cause instanceof CommandNotStarted ? error.cause.message : error.message)
    return exitCodes.misuse
  } finally {
    await trust?.end()
    await origin.close()
  }
}

interface Sweeping {
  readonly request: SweepRequest
  readonly env: Env
  readonly start: StartCommand
  readonly origin: MockServer
  readonly knownFaults: Readonly<Record<string, string>>
  readonly since: SweepReport | undefined
  readonly trust: Readonly<Record<string, string>>
}

async function sweepCommand(sweeping: Sweeping): Promise<number> {
  const { request, knownFaults } = sweeping
  const learned = await learnCommand(sweeping)
  const { results, notRun } = await playCases(sweeping, learned)
  const name = nameOfSweep(request.command)
  console.log(sweepTable(name, results))
  for (const result of results.filter(isUnexpected)) console.log(`\n${result.name}: ${textOf(result)}`)
  for (const { name, fault, knownFault } of results)
    if (fault !== undefined && knownFault !== undefined) console.log(`\n${name}: a known fault (${knownFault})`)
  const missing = isPart(request) || notRun > 0 ? [] : unmetNames(knownFaults, learned.cases)
  for (const each of missing) console.log(`\n${each}: there is no such case. Remove it from ${request.knownFile}.`)
  if (notRun > 0)
    console.log(`\n${counted(notRun, 'case')} did not run: the budget of ${request.budgetSeconds} s is used up.`)
  if (request.reportFolder !== undefined) {
    const report: SweepReport = { version: 1, name, calls: learned.calls, results, pictures: [] }
    console.log(`\nReport: ${(await writeSweepReport(request.reportFolder, report)).at(-1)}`)
  }
  return results.some(isUnexpected) || missing.length > 0 ? exitCodes.faults : exitCodes.passed
}

const textOf = (result: ReportedResult): string =>
  result.fault === undefined ? goneText(result.knownFault ?? '') : findingText(result)

/** Whether only a part of the cases was to run. */
const isPart = ({ only, sample, changedFile }: SweepRequest): boolean => (only ?? sample ?? changedFile) !== undefined

const unmetNames = (knownFaults: object, cases: readonly { readonly name: string }[]): string[] =>
  Object.keys(knownFaults).filter((name) => !cases.some((each) => each.name === name))

function stageOf({ request, env, start, trust }: Sweeping, caseName?: string): CommandStage {
  const { flagArgs, command } = request
  const replayOf = (name: string) => replayLine(name, flagArgs, command)
  return createCommandStage({ ...request, env, start, trust, replayOf, ...defined({ caseName }) })
}

/** Runs the command twice, and says how much is to come. */
async function learnCommand(sweeping: Sweeping): Promise<LearnedSweep<CommandContext>> {
  const { request, origin, since } = sweeping
  const { only, sample, options, mustPass, jobs, budgetSeconds } = request
  tell(`Learning the calls of: ${request.command.join(' ')}`)
  const elapsed = startStopwatch()
  const mustEndWell = ({ error }: AfterFailure<CommandContext>) => {
    if (error !== undefined) throw error
  }
  const learned = await learnSweep({
    origin: origin.mock,
    stage: stageOf(sweeping),
    body: (context) => context.run(),
    only,
    sample,
    seed: options.mock.seed,
    since,
    onNetwork: mustPass.includes('network') ? mustEndWell : undefined,
    onRefusal: mustPass.includes('refusal') ? mustEndWell : undefined,
  })
  const { cases } = learned
  if (only !== undefined && since === undefined && cases.length === 0)
    throw new SweepError(`no case has the name, or a part of it: ${only}`)
  tell(`${counted(learned.calls.length, 'call')}, ${counted(cases.length, 'case')}.`)
  const minutes = (cases.length * elapsed()) / 2 / jobs / 60_000
  if (minutes > longMinutes && budgetSeconds === undefined)
    tell(
      `They take about ${Math.round(minutes)} minutes. --budget and --sample run a part of them, and --jobs runs several at once.`,
    )
  return learned
}

interface PlayedCases {
  readonly results: readonly ReportedResult[]
  readonly notRun: number
}

/** Runs the cases, several at once if the flags say so. */
async function playCases(sweeping: Sweeping, { cases }: LearnedSweep<CommandContext>): Promise<PlayedCases> {
  const { request, knownFaults } = sweeping
  const { budgetSeconds = Number.POSITIVE_INFINITY, jobs } = request
  const progress = createProgress(process.stderr)
  const elapsed = startStopwatch()
  const played = new Map<PlayableCase<CommandContext>, ReportedResult>()
  const queue = [...cases]
  async function work(): Promise<void> {
    while (elapsed() < budgetSeconds * 1000) {
      const next = queue.shift()
      if (!next) return
      progress.show(`${played.size + 1} of ${cases.length}: ${next.name}`)
      const stage = stageOf(sweeping, next.name)
      const result = withOutput(await next.play(stage), stage)
      played.set(next, { ...result, ...defined({ knownFault: knownFaults[next.name] }) })
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  progress.clear()
  return { results: cases.flatMap((each) => played.get(each) ?? []), notRun: queue.length }
}

/** A command that was ended throws nothing, and what it has printed may say where it waits. */
function withOutput(result: SweepResult, stage: CommandStage): SweepResult {
  const output = result.outcome === 'passes' ? '' : stage.output()
  return result.message !== undefined || output === '' ? result : { ...result, message: output }
}
