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

/** The calls that a client has sent to a real node over a socket, and what came of them. */
export interface NodeCalls {
  /** How many the node has not answered yet. */
  readonly waiting: number
  /** The ids of the subscriptions that the client has there. */
  readonly subscriptions: ReadonlySet<unknown>
  /** Takes note of calls that were passed on. */
  sent(calls: readonly SentCall[]): void
  /** Takes note of a message of the node. */
  heard(text: string): void
}

/** Calls that end a subscription, and do not begin one: `eth_unsubscribe`, `slotUnsubscribe`. */
const isEnding = (method: unknown) => /unsubscribe$/i.test(String(method))
const isBeginning = (method: unknown) => !isEnding(method) && /subscribe$/i.test(String(method))

/** @param onResult - Runs for each call that has succeeded. */
export function createNodeCalls(onResult: (method: string, result: unknown) => void): NodeCalls {
  const waiting = new Map<string, SentCall>()
  const subscriptions = new Set<unknown>()

  function settle({ id, result, error }: NodeReply): void {
    const key = JSON.stringify(id ?? null)
    const call = waiting.get(key)
    if (!call) return
    waiting.delete(key)
    if (error !== undefined) return
    onResult(String(call.method), result)
    if (isBeginning(call.method)) subscriptions.add(result)
    else if (isEnding(call.method)) subscriptions.delete([call.params].flat()[0])
  }

  return {
    get waiting() {
      return waiting.size
    },
    subscriptions,
    sent(calls) {
      // A node does not answer a call without an id.
      for (const call of calls) if (call.id !== undefined) waiting.set(JSON.stringify(call.id), call)
    },
    heard(text) {
      // Its news need not be read.
      if (waiting.size > 0) for (const reply of readList(text)) settle(Object(reply) as NodeReply)
    },
  }
}

/** The members of a batch, or the only one; none of a text that is not JSON. */
export function readList(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text) as unknown].flat()
  } catch {
    return []
  }
}
