import { isObject } from '@latchkey/base/isObject'
import type { InterceptedCall } from '../http/interceptors.ts'
import { readJson } from './codeIn.ts'

/** Which call of a run it is. */
export interface CallName {
  /**
   * The operation, `relay.join` or `relay.messages`, `chains.` and a method of JSON-RPC, or `wallet.` and the kind of a
   * request to a browser wallet: `profile.get`, `chains.eth_call`, `wallet.connect`.
   */
  readonly target: string
  /** Which call of the target it is, from 1 on. */
  readonly occurrence: number
}

interface CallNames {
  /**
   * Names a call. A request beside the operations that repeats one before it in the same state has no name: how often
   * an app polls depends on time.
   */
  nameOf(call: Pick<InterceptedCall, 'operation' | 'request'>): Promise<CallName | undefined>
  /** Names a request to a browser wallet. */
  nameOfAsked(kind: string): CallName
}

/** Names the calls of a run, in the order in which they come. */
export function createCallNames(): CallNames {
  const counts = new Map<string, number>()
  const keys = new Set<string>()
  let writes = 0

  function nextOf(target: string): CallName {
    const occurrence = (counts.get(target) ?? 0) + 1
    counts.set(target, occurrence)
    return { target, occurrence }
  }

  function nextUnless(target: string, key: string): CallName | undefined {
    if (keys.has(key)) return undefined
    keys.add(key)
    return nextOf(target)
  }

  return {
    async nameOf({ operation, request }) {
      if (operation === 'relay.join' || operation === 'relay.messages')
        return nextUnless(operation, JSON.stringify([operation, writes]))
      if (operation === 'chains.rpc') {
        const calls = rpcCallsIn(await request.text())
        const name = nextUnless(`chains.${calls[0]?.method ?? 'rpc'}`, JSON.stringify([request.url, calls, writes]))
        if (calls.some(({ method }) => isRpcWrite(method))) writes += 1
        return name
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') writes += 1
      return nextOf(operation)
    },
    nameOfAsked: (kind) => nextOf(`wallet.${kind}`),
  }
}

/** A call of JSON-RPC, without its id. */
export interface RpcCall {
  readonly method: string
  readonly params: unknown
}

/** The calls in a body of JSON-RPC; none in a body that has no call. */
export function rpcCallsIn(text: string): RpcCall[] {
  const body = readJson(text)
  return [body].flat().flatMap((each) => {
    const { method, params } = isObject(each) ? each : {}
    return typeof method === 'string' ? { method, params } : []
  })
}

/** Whether a method of JSON-RPC sends a transaction. */
export const isRpcWrite = (method: string): boolean => /^(?:eth_send|send)/.test(method)
