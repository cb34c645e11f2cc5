import { startStopwatch } from '@latchkey/base/clock'
import { parseJson } from '@latchkey/base/parseJson'
import type { NewUse } from '@latchkey/base/partUses'
import type { SocketLog, SocketSubscription } from './socketLog.ts'

/** A call of JSON-RPC as clients send it, with anything in its place. */
export interface SentCall {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
}

interface NodeReply {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

/** A call that the node has not answered yet. */
interface WaitingCall {
  readonly method: string
  readonly params: unknown
  readonly elapsed: () => number
  /** Its part of the message. */
  readonly bytes: number
}

/** The calls that a client has sent to a real node over a socket, and what came of them. */
export interface NodeCalls {
  /** How many the node has not answered yet. */
  readonly waiting: number
  /** The length of these. */
  readonly waitingBytes: number
  /** The subscriptions that the client has there. */
  readonly subscriptions: readonly SocketSubscription[]
  /** How many subscriptions there would be after further calls. */
  countWith(calls: readonly SentCall[]): number
  /** Takes note of the calls of a message that is passed on. */
  sent(calls: readonly SentCall[], text: string): void
  /** Takes note of a message of the node. */
  heard(text: string): void
  /** Takes note that the node will answer nothing more. @param problem - Why, as a sentence. */
  lost(problem: string): void
}

/** Calls that end a subscription, and do not begin one: `eth_unsubscribe`, `slotUnsubscribe`. */
const isEnding = (method: string) => /unsubscribe$/i.test(method)
const isBeginning = (method: string) => !isEnding(method) && /subscribe$/i.test(method)

interface NodeCallsInput {
  readonly log: SocketLog
  /** Runs for each call that the node has answered, or can no longer answer. */
  noteUse(use: NewUse): void
  /** Runs for each call that has succeeded. */
  onResult(call: SentCall, result: unknown): void
}

export function createNodeCalls({ log, noteUse, onResult }: NodeCallsInput): NodeCalls {
  const waiting = new Map<string, WaitingCall>()
  const subscriptions = new Map<unknown, SocketSubscription>()
  let waitingBytes = 0

  function settle({ id, result, error }: NodeReply): void {
    const key = JSON.stringify(id ?? null)
    const call = waiting.get(key)
    if (!call) return
    waiting.delete(key)
    waitingBytes -= call.bytes
    const { method, params, elapsed } = call
    const noted = { method, params, durationMs: elapsed() }
    noteUse({ durationMs: noted.durationMs })
    if (error !== undefined) return log.called({ ...noted, error: readError(error) })
    log.called({ ...noted, result })
    onResult(call, result)
    if (isBeginning(method)) subscriptions.set(result, { id: result as string | number, method, params })
    else if (isEnding(method)) subscriptions.delete([params].flat()[0])
  }

  return {
    get waiting() {
      return waiting.size
    },
    get waitingBytes() {
      return waitingBytes
    },
    countWith(calls) {
      const begun = [...waiting.values(), ...calls].filter(({ method }) => isBeginning(String(method)))
      return subscriptions.size + begun.length
    },
    get subscriptions() {
      return [...subscriptions.values()]
    },
    sent(calls, text) {
      const bytes = text.length / calls.length
      for (const { id, method, params } of calls) {
        const name = String(method)
        const key = JSON.stringify(id)
        // A node answers a call without an id with nothing, and of two with the same id we see one.
        if (key === undefined || waiting.has(key)) log.called({ method: name, params })
        else {
          waiting.set(key, { method: name, params, elapsed: startStopwatch(), bytes })
          waitingBytes += bytes
        }
      }
    },
    heard(text) {
      // Its news need not be read.
      if (waiting.size > 0) for (const reply of readList(text)) settle(Object(reply) as NodeReply)
    },
    lost(problem) {
      for (const { elapsed } of waiting.values()) noteUse({ durationMs: elapsed(), problem })
    },
  }
}

/** An error of a node, which can send anything in its place. */
function readError(error: unknown): { code: number; message: string } {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  return { code: Number(code), message: String(message) }
}

/** The members of a batch, or the only one; none of a text that is not JSON, or is too deep. */
export function readList(text: string): readonly unknown[] {
  try {
    return [parseJson(text)].flat()
  } catch {
    return []
  }
}
