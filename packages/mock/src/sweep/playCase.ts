import { defined } from '@latchkey/base/defined'
import type { PostedSweepResult } from '@latchkey/contract/sweepReport'
import type { Mock } from '../mock/createMock.ts'
import { CommandCrashed } from './commandErrors.ts'
import { lineOfApp } from './lineOfApp.ts'
import { messageOf } from './messageOf.ts'
import { untilQuiet } from './passTime.ts'
import type { ReportedCall } from './reportedCall.ts'
import { reportedCalls } from './reportedCalls.ts'
import { runOnce, type RunRecord, type Stage } from './runOnce.ts'
import type { SweepCase } from './sweepCases.ts'

/**
 * The end of a test whose call has failed. It `passes`, `fails` by an assertion or `throws` another error, which its author
 * judges. The others are faults of the app: it leaves an error `unhandled`, `hangs`, `loops` (calls without an end), is
 * `silent` (the page shows nothing of it), `blank` (the page has lost all that it showed), or `stale` (it shows
 * somebody as signed in whom the service refuses). A command `crashes` when a signal ends it.
 */
export type SweepOutcome = PostedSweepResult['outcome']

/** A case that has run. */
export interface SweepResult {
  /** The name of the case, by which it is run again. */
  readonly name: string
  readonly call: string
  readonly failure: string
  readonly kind: SweepCase['kind']
  readonly outcome: SweepOutcome
  /** Why it is a fault of the app, in a sentence; absent if it is none. */
  readonly fault?: string
  /** The message of what was thrown. */
  readonly message?: string
  /** The line of the app or its test that threw: `src/profile.ts:12:5`. */
  readonly line?: string
  /** The command that runs the case again. */
  readonly replay?: string
  /** The calls of the run, in their order. */
  readonly calls: readonly ReportedCall[]
  /** The index of its picture in the report. */
  readonly picture?: number
}

/** Demands of the author of a test after a failure. A function refuses by throwing, as an assertion does. */
export interface SweepExpectations<Context> {
  /** After a refusal, by state, documented, or by the person at a browser wallet. */
  readonly onRefusal?: ((after: AfterFailure<Context>) => unknown) | undefined
  /** After a failure of the network. */
  readonly onNetwork?: ((after: AfterFailure<Context>) => unknown) | undefined
  /** Whether the app shows somebody as signed in. With it, a sweep notices when the service refuses this person. */
  readonly isSignedIn?: ((context: Context) => boolean | Promise<boolean>) | undefined
}

/** A run that has ended, with its page still there. */
export interface AfterFailure<Context> {
  readonly name: string
  readonly call: string
  readonly failure: string
  readonly kind: SweepCase['kind']
  readonly outcome: SweepOutcome
  /** The error that the test has thrown. */
  readonly error: unknown
  /** The argument of the test. */
  readonly context: Context
}

interface PlayedCase<Context> extends SweepExpectations<Context> {
  readonly origin: Mock
  readonly stage: Stage<Context>
  readonly body: (context: Context) => unknown
  readonly sweepCase: SweepCase
  /** How many calls of each target the run without failures makes. */
  readonly usualCalls: ReadonlyMap<string, number>
}

/** The calls of an operation beyond the usual number, after which an app counts as one that repeats without an end. */
const mostRepetitions = 50

/** Runs a test with one failure. */
export async function playCase<Context>(played: PlayedCase<Context>): Promise<SweepResult> {
  const { sweepCase, usualCalls, onRefusal, onNetwork, isSignedIn } = played
  const { call, failure, name, kind } = sweepCase
  let pagesBefore: readonly (string | undefined)[] = []
  let isMet = false
  let expected: { readonly cause: unknown } | undefined
  let isStale = false
  async function lookTwice(): Promise<void> {
    const { stage } = played
    const [beforeEvent, atCall] = [await stage.pageBefore?.(), await stage.page()]
    // Until the app shows that it waits.
    await untilQuiet()
    pagesBefore = [beforeEvent, atCall, await stage.page()]
  }
  const run = await runOnce({
    ...played,
    mostCalls: (target) => (usualCalls.get(target) ?? 0) + mostRepetitions,
    async before({ target, occurrence, intercepted }, mock) {
      if (target !== call.target || occurrence !== call.occurrence) return
      isMet = true
      await lookTwice()
      return sweepCase.make(mock, intercepted.request)
    },
    onAsked({ target, occurrence, asked, wallet }) {
      if (target !== call.target || occurrence !== call.occurrence) return
      isMet = true
      const { approval } = wallet
      wallet.setApproval('manual')
      void lookTwice().then(() => {
        wallet.setApproval(approval)
        if (asked.status === 'open') asked.refuse()
      })
    },
    async after(record, context) {
      isStale = isSignedIn !== undefined && isRefused(record) && (await isSignedIn(context))
      const outcome = outcomeOf({ run: record, pagesBefore, isStale })
      const expect = kind === 'network' ? onNetwork : onRefusal
      try {
        await expect?.({ name, call: call.name, failure, kind, outcome, error: record.thrown?.cause, context })
      } catch (cause) {
        expected = { cause }
      }
    },
  })
  const outcome = outcomeOf({ run, pagesBefore, isStale })
  const cause = run.unhandled.length > 0 ? run.unhandled[0] : (expected ?? run.thrown)?.cause
  const fault = isMet ? faultOf({ outcome, run, expected }) : notMet(sweepCase)
  return {
    name,
    call: call.name,
    failure,
    kind,
    outcome,
    ...defined({
      fault,
      message: cause === undefined ? undefined : messageOf(cause),
      line: lineOfApp(cause, played.stage.folder),
      replay: played.stage.replayOf?.(name),
    }),
    calls: reportedCalls(run),
  }
}

interface Ended {
  readonly run: RunRecord
  /** Before the last event of the user, when the call came, and while the app waited for its reply. */
  readonly pagesBefore: readonly (string | undefined)[]
  readonly isStale: boolean
}

function outcomeOf({ run, pagesBefore, isStale }: Ended): SweepOutcome {
  if (run.end !== 'settled') return run.end
  if (run.unhandled.length > 0) return 'unhandled'
  if (isBlank(run.page) && pagesBefore.some((page) => page !== undefined && !isBlank(page))) return 'blank'
  if (isStale) return 'stale'
  if (!run.thrown) return 'passes'
  if (run.thrown.cause instanceof CommandCrashed) return 'crashes'
  if (!isAssertion(run.thrown.cause)) return 'throws'
  return run.page !== undefined && pagesBefore.includes(run.page) ? 'silent' : 'fails'
}

/** Whether the service has refused the credential of the last call. */
const isRefused = ({ calls }: RunRecord): boolean => calls.at(-1)?.entry?.status === 401

/** Whether a page has no text beside its tags. */
function isBlank(page: string | undefined): boolean {
  const texts = page?.split('<').map((part) => part.slice(part.indexOf('>') + 1))
  return texts?.join('').trim() === ''
}

const assertionNames = new Set(['AssertionError', 'JestAssertionError', 'TestingLibraryElementError', 'CommandFailed'])

function isAssertion(cause: unknown): boolean {
  const { name, matcherResult } = Object(cause) as { readonly name?: unknown; readonly matcherResult?: unknown }
  return matcherResult !== undefined || assertionNames.has(String(name))
}

const sentences: Readonly<Partial<Record<SweepOutcome, string>>> = {
  hangs: 'The test does not end: the app waits for something that never comes.',
  loops: `The app repeats its calls without an end: more than ${mostRepetitions} of one operation.`,
  unhandled: 'The app leaves an error unhandled.',
  crashes: 'The command was ended by a signal.',
  blank: 'The page has lost all that it showed.',
  stale: 'The app shows somebody as signed in whom the service refuses.',
  silent: 'The page shows nothing of the failure.',
}

interface Judged {
  readonly outcome: SweepOutcome
  readonly run: RunRecord
  readonly expected: { readonly cause: unknown } | undefined
}

function faultOf({ outcome, expected }: Judged): string | undefined {
  return sentences[outcome] ?? (expected && 'What must hold after the failure does not hold.')
}

const notMet = ({ call }: SweepCase): string =>
  `This time the test did not call ${call.name}: its calls are not the same each time.`
