import { isoOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { startOf, weigh } from './journalBodies.ts'
import { redacted, redactForms } from './redact.ts'
import { isSecretName } from './secretNames.ts'

/** A step of a WebSocket. */
export interface SocketStep<Instant> {
  readonly at: Instant
  readonly step: 'opened' | 'called' | 'closed' | 'refused'
  /** Of a call. Absent for a message that is none. */
  readonly method?: string
  /** The beginning of the parameters as JSON, without secrets. */
  readonly params?: string
  /** The same of the result. */
  readonly result?: string
  readonly error?: { readonly code: number; readonly message: string }
  /** How long the answer of a call took, in milliseconds of the machine's time, with one digit after the point. */
  readonly durationMs?: number
  /** Why it was closed, by RFC 6455, section 7.4. */
  readonly code?: number
  readonly reason?: string
  readonly by?: 'client' | 'mock'
  /** Of a refused handshake: the page that wanted the socket. */
  readonly origin?: string
}

/** A WebSocket before its first step, or all handshakes that were refused for the same reason at the same URL. */
export interface SocketHead {
  readonly requestId: string
  readonly path: string
  /** 101 for a socket, otherwise the status of the refusal. */
  readonly status: number
  /** Of a refusal: the sentence that explains it. */
  readonly error?: string
}

/** The entry of a socket as it is kept. */
export interface SocketRecord {
  readonly socket: SocketHead
  readonly isOpen: boolean
  readonly calls: number
  readonly steps: readonly SocketStep<number>[]
  /** About how many bytes of memory it takes. */
  readonly bytes: number
}

/** The maximum number of steps of a socket that are kept, the latest ones, and the bytes of a text in them. */
const [maximumSteps, longestText] = [50, 300]

export const recordOfSocket = (socket: SocketHead): SocketRecord => ({
  socket,
  isOpen: false,
  calls: 0,
  steps: [],
  bytes: 400 + weigh(socket),
})

export function withSocketStep(record: SocketRecord, step: SocketStep<number>): SocketRecord {
  const dropped = record.steps.length < maximumSteps ? undefined : record.steps[0]
  return {
    ...record,
    isOpen: step.step === 'opened' || (record.isOpen && step.step !== 'closed'),
    calls: record.calls + (step.step === 'called' ? 1 : 0),
    steps: [...(dropped ? record.steps.slice(1) : record.steps), step],
    bytes: record.bytes + weigh(step) - (dropped ? weigh(dropped) : 0),
  }
}

/** The fields of a socket's entry of the journal. */
export const presentSocket = ({ socket: { error, path, ...head }, isOpen, calls, steps }: SocketRecord) => ({
  ...head,
  path: redactForms(path),
  at: isoOf(steps[0]?.at ?? 0),
  method: 'GET',
  params: {},
  query: {},
  ...defined({ reply: error === undefined ? undefined : { error: redactForms(error) } }),
  socket: { isOpen, calls, steps: steps.map(({ at, ...step }) => redactForms({ at: isoOf(at), ...step })) },
})

/** The parts of a call of JSON-RPC that the journal shows. */
interface Call {
  readonly method?: string | undefined
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string } | undefined
}

/** Methods of nodes that keep keys take passwords and keys by their position. */
const takesSecrets = /^personal_/

/** Shortens a call, and covers what is secret in it. */
export function shownCall({
  method,
  params,
  result,
  error,
}: Call): Pick<SocketStep<number>, 'method' | 'params' | 'result' | 'error'> {
  const hides = method !== undefined && takesSecrets.test(method)
  return defined({
    method: method === undefined ? undefined : beginningOf(method),
    params: hides ? redacted : excerptOf(params),
    result: hides ? redacted : excerptOf(result),
    error: error && { code: error.code, message: cover(beginningOf(error.message)) },
  })
}

/** The credentials, path and query of a URL, which can have a key of the node's owner. */
const urlRest = /\b((?:https?|wss?):\/\/)(?:[^\s"/@]*@)?([^\s"/?#]*)[^\s"]*/g
const cover = (text: string) => text.replace(urlRest, '$1$2')
/** Secrets are covered before a text is cut, which would hide what they are. */
const beginningOf = (text: string) => startOf(redactForms(text), longestText)

/** More members of a list are not read. */
const longestList = 20

/** The beginning of a value as JSON, without its secrets; `undefined` for no value. */
export function excerptOf(value: unknown): string | undefined {
  const text = JSON.stringify(value, (name, inner: unknown) => {
    if (isSecretName(name) && (typeof inner === 'string' || Array.isArray(inner))) return redacted
    if (typeof inner === 'string') return redactForms(inner).slice(0, longestText)
    return Array.isArray(inner) ? (inner as unknown[]).slice(0, longestList) : inner
  }) as string | undefined
  if (text === undefined) return undefined
  const covered = cover(text)
  return covered.length <= longestText ? covered : `${startOf(covered, longestText)}…`
}
