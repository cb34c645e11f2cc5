import type { Fault } from '../http/fault.ts'
import { isRpcWrite } from './callNames.ts'
import type { SweptCall } from './sweptCall.ts'

/** The facts of a call that failures of the network need. */
type SentCall = Pick<SweptCall, 'target' | 'hasBody' | 'isOvertaken'>

/** A failure on the way to the service or back. */
interface NetworkFailure {
  readonly name: string
  readonly fault: Fault
  /** @default 1 */
  readonly times?: number
  /** @default every call */
  readonly concerns?: (call: SentCall) => boolean
}

const hasBody = ({ hasBody }: SentCall) => hasBody

/** Longer than any time limit of an app. */
const tooLateMs = 120_000

const networkFailures: readonly NetworkFailure[] = [
  { name: 'there is no connection', fault: { networkError: true } },
  { name: 'there is no connection any more', fault: { networkError: true }, times: Number.POSITIVE_INFINITY },
  { name: 'the reply is lost', fault: { loseReply: true } },
  { name: 'the reply breaks off', fault: { truncate: true }, concerns: hasBody },
  { name: 'the reply never ends', fault: { stall: true }, concerns: hasBody },
  { name: 'the reply comes too late', fault: { delayMs: tooLateMs } },
  {
    name: 'a proxy answers a page',
    fault: {
      status: 502,
      body: '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>',
      contentType: 'text/html',
    },
  },
  {
    name: 'it is answered after the call that follows',
    fault: { delayMs: 1000 },
    concerns: ({ isOvertaken }) => isOvertaken,
  },
]

/** The failures that can happen to a call. Apps read chains all the time, and one failure of each read says enough. */
export function networkFailuresOf(call: SentCall): readonly NetworkFailure[] {
  const [chains, method = ''] = call.target.split('.', 2)
  if (chains === 'chains' && !isRpcWrite(method)) return networkFailures.slice(0, 1)
  return networkFailures.filter(({ concerns = () => true }) => concerns(call))
}
