import { defined } from '@latchkey/base/defined'
import type { InterceptedCall } from '../http/interceptors.ts'
import type { Mock } from '../mock/createMock.ts'
import { codeIn } from './codeIn.ts'
import type { ReportedCall } from './reportedCall.ts'
import { reportedCalls } from './reportedCalls.ts'
import { type MetCall, runOnce, type RunRecord, type Stage } from './runOnce.ts'
import { stateFailures } from './stateFailures.ts'
import { SweepError } from './sweepError.ts'
import { type MakeFailure, nameOfCall, type SweptCall } from './sweptCall.ts'

/** The reply of a call that meets a failure of the state. */
interface StateRefusal {
  /** The name of the failure. */
  readonly failure: string
  readonly status: number
  readonly code: string | undefined
}

/** A call of the app, and the failures of the state that change its reply. */
export interface LearnedCall extends SweptCall {
  readonly stateRefusals: readonly StateRefusal[]
}

interface LearnedCalls {
  readonly calls: readonly LearnedCall[]
  readonly reported: readonly ReportedCall[]
}

interface Sweep<Context> {
  readonly origin: Mock
  readonly stage: Stage<Context>
  readonly body: (context: Context) => unknown
}

/**
 * Runs a test twice without failures: once for the calls that it makes, and once more to try on copies of the state
 * which failures each of them can meet.
 *
 * @throws SweepError when the test fails, makes no calls, or makes other calls the second time
 */
export async function learnCalls<Context>(sweep: Sweep<Context>): Promise<LearnedCalls> {
  const first = await runClean(sweep)
  const calls = callsOf(first, sweep.origin)
  if (calls.length === 0)
    throw new SweepError(
      `it makes no calls of the service. Look whether the app calls ${sweep.stage.address ?? '`mock.baseUrl`'}.`,
    )
  const refusals = new Map<string, readonly StateRefusal[]>()
  const second = await runClean(sweep, async (met, mock) => {
    const call = calls.find(({ name }) => name === nameOfCall(met))
    if (call) refusals.set(call.name, await tryFailures(call, met.intercepted, mock))
  })
  assertSameCalls(calls, callsOf(second, sweep.origin))
  return {
    calls: calls.map((call) => ({ ...call, stateRefusals: refusals.get(call.name) ?? [] })),
    reported: reportedCalls(first),
  }
}

async function runClean<Context>(
  sweep: Sweep<Context>,
  before?: (call: MetCall, mock: Mock) => Promise<void>,
): Promise<RunRecord> {
  const run = await runOnce({ ...sweep, ...defined({ before }) })
  if (run.thrown) throw new SweepError('it fails without a failure of the service.', run.thrown.cause)
  if (run.unhandled.length > 0)
    throw new SweepError('it leaves an error unhandled without a failure of the service.', run.unhandled[0])
  if (run.end === 'hangs') throw new SweepError('it does not end without a failure of the service.')
  return run
}

/** Sends a call in copies of the state, each with one failure, and gives the replies that are other ones. */
async function tryFailures(call: SweptCall, { request }: InterceptedCall, mock: Mock): Promise<StateRefusal[]> {
  const refusals: StateRefusal[] = []
  const usual = call.target.startsWith('chains.') ? await replyAfter(mock, () => undefined, request) : undefined
  for (const { name, makeFor } of stateFailures) {
    const make = makeFor(call, request)
    const reply = make && (await replyAfter(mock, make, request))
    if (!reply) continue
    // JSON-RPC refuses with status 200.
    const isRefused = usual ? reply.text !== usual.text : reply.status !== call.status && reply.status >= 400
    if (isRefused) refusals.push({ failure: name, status: reply.status, code: codeIn(reply.text) })
  }
  return refusals
}

/**
 * The reply in a copy with a failure; `undefined` for a failure that cannot be made in this state, such as an address
 * that somebody has already.
 */
async function replyAfter(mock: Mock, make: MakeFailure, request: InterceptedCall['request']) {
  const copy = mock.fork()
  try {
    await make(copy)
    return await copy.serveDocumented(request)
  } catch {
    return undefined
  } finally {
    copy.close()
  }
}

/** Calls that run side by side may change places, as those of a page that polls do. */
function assertSameCalls(first: readonly SweptCall[], second: readonly SweptCall[]): void {
  const difference = differenceOf(first, second) ?? differenceOf(second, first)
  if (!difference) return
  const [before, after] = [first, second].map(
    (calls) => calls.find(({ name }) => name === difference.name) ?? calls[difference.index],
  )
  const describe = (call: SweptCall | undefined) => (call ? `${call.name} (${call.status})` : 'no call')
  throw new SweepError(
    `it makes other calls the second time. Call ${difference.index + 1} was ${describe(before)}, and then ${describe(after)}.`,
  )
}

/** The first call that has no equal among others. */
function differenceOf(calls: readonly SweptCall[], others: readonly SweptCall[]) {
  const index = calls.findIndex(
    ({ name, status }) => !others.some((each) => each.name === name && each.status === status),
  )
  const call = calls[index]
  return call && { index, name: call.name }
}

function callsOf(run: RunRecord, origin: Mock): SweptCall[] {
  let writes = 0
  // A test that answers for the person says itself what happens.
  const calls = run.calls.filter(({ asked, isAutomatic }) => !asked || isAutomatic)
  return calls.map(({ target, occurrence, intercepted, status, entry, callsAtReply }, index): SweptCall => {
    const { method, url } = intercepted?.request ?? {}
    const path = url?.slice(run.baseUrl.length)
    const name = nameOfCall({ target, occurrence })
    // Requests beside the operations that are the same have no second name already.
    const parts = entry ? [target, path, entry.body, entry.headers?.['authorization'], writes] : [name]
    if (entry && method !== 'GET' && method !== 'HEAD') writes += 1
    return {
      target,
      occurrence,
      name,
      operation: intercepted?.operation,
      status: status ?? 0,
      hasBody: entry ? entry.reply !== undefined : intercepted !== undefined,
      userId: entry?.userId,
      environmentId: entry?.params['environmentId'] ?? origin.defaults.environments.sandbox.id,
      isOvertaken: callsAtReply !== undefined && callsAtReply > index + 1,
      key: JSON.stringify(parts),
    }
  })
}
