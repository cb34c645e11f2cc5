import { setTimer, startStopwatch } from '@latchkey/base/clock'
import type { ChainBackend } from '../../backend.ts'
import type { ChainRpc } from '../chainRpc.ts'
import { answerJsonRpc, asRpcError, RpcError } from '../jsonRpc.ts'
import { readParams, type RpcWorld, withRpcErrors } from '../rpcWorld.ts'
import type { ChainChange } from '../subscriptions/chainWatch.ts'
import type { SubscribingMethod, Subscription, SubscriptionMethods } from '../subscriptions/subscription.ts'
import { createClientEnd, type SocketPeer } from './clientEnd.ts'
import type { Crowd, CrowdMember } from './crowd.ts'
import { type SocketLimits, tooManySubscriptions } from './limits.ts'
import type { SocketCall, SocketLog, SocketSubscription } from './socketLog.ts'

/** The mock's end of an open WebSocket, for the host that carries it. */
export interface ServedSocket {
  /** Takes a message of the client. Messages are answered one after the other. */
  receive(text: string): void
  close(code: number, reason: string): void
  /** Takes note that the client has closed the socket. */
  leave(code: number, reason: string): void
  readonly limits: SocketLimits
}

/** The reply to a handshake that was refused. */
export interface RefusedSocket {
  readonly status: number
  /** The sentence that explains it. */
  readonly error: string
}

/** One open WebSocket, and its subscriptions. */
export interface Connection extends ServedSocket, CrowdMember {
  /** Tells the client what its subscriptions are about. @param change - Absent when only time has passed. */
  notify(backend: ChainBackend, change: ChainChange | undefined): void
  /** Whether the passing of time can cause a notification. */
  readonly isTimed: boolean
  /** Whether the client neither listens nor has said anything for long. */
  readonly isSilent: boolean
  readonly subscriptions: readonly SocketSubscription[]
}

/** How long a client has to take note of a new subscription. Nodes tell the first news with their next slot or block. */
const graceMs = 10

interface Active extends SocketSubscription {
  readonly notification: string
  readonly subscription: Subscription
  /** Notifications until the client knows the id; absent from then on. */
  waiting?: string[] | undefined
}

interface ConnectionInput {
  readonly rpc: ChainRpc
  readonly methods: SubscriptionMethods
  readonly peer: SocketPeer
  readonly limits: SocketLimits
  readonly log: SocketLog
  readonly crowd: Crowd
  /** Called once. */
  readonly onClose: () => void
}

export function createConnection(world: RpcWorld, input: ConnectionInput): Connection {
  const { rpc, methods, peer, limits, log, crowd } = input
  const subscriptions = new Map<string | number, Active>()
  let created = 0
  const client = createClientEnd({
    peer,
    limits,
    log,
    crowd,
    answer,
    onClose() {
      subscriptions.clear()
      input.onClose()
    },
    report: world.report,
  })

  function notifyOf(backend: ChainBackend, active: Active, change: ChainChange | undefined): void {
    const { id, notification, subscription } = active
    const results = subscription.resultsOf(backend, change)
    if (subscription.isOver?.()) subscriptions.delete(id)
    for (const result of results) {
      const text = JSON.stringify({ jsonrpc: '2.0', method: notification, params: { subscription: id, result } })
      if (active.waiting) active.waiting.push(text)
      else client.send(text)
    }
  }

  /** @throws {@link RpcError} for parameters that cannot be read, and for one subscription too many */
  function subscribe(backend: ChainBackend, name: string, params: readonly unknown[]): Active {
    if (subscriptions.size >= limits.subscriptions) throw tooManySubscriptions(limits)
    const refusal = crowd.refusalOf(1)
    if (refusal) throw refusal
    const { subscribe: begin, notification } = methods.subscribing[name] as SubscribingMethod
    const subscription = begin(backend, params)
    created += 1
    const id = methods.idOf(created)
    const active: Active = { id, method: name, params, notification, subscription, waiting: [] }
    subscriptions.set(id, active)
    if (subscription.isOfPast) notifyOf(backend, active, undefined)
    return active
  }

  function unsubscribe([id]: readonly unknown[]): true {
    if (subscriptions.delete(id as string | number)) return true
    throw new RpcError(methods.unknownId.code, methods.unknownId.message)
  }

  async function answer(text: string): Promise<void> {
    const begun: Active[] = []
    const run = async (name: string, params: unknown) => {
      if (Object.hasOwn(methods.subscribing, name)) {
        const list = readParams(params)
        const active = await withRpcErrors(() => world.transact((backend) => subscribe(backend, name, list)))
        begun.push(active)
        return active.id
      }
      return Object.hasOwn(methods.ending, name) ? unsubscribe(readParams(params)) : rpc.run(name, params)
    }
    const body = await answerJsonRpc(text, {
      call: (name, params) => noteCall(log, { method: name, params }, () => run(name, params)),
      report: world.report,
      refuse: (error) => log.called({ error }),
    })
    if (body !== undefined) client.send(JSON.stringify(body))
    if (begun.length > 0) setTimer(() => begun.forEach(sendWaiting), graceMs)
  }

  function sendWaiting(active: Active): void {
    const { waiting = [] } = active
    active.waiting = undefined
    for (const notification of waiting) client.send(notification)
  }

  return {
    receive: client.receive,
    notify(backend, change) {
      for (const active of subscriptions.values())
        if (change || active.subscription.isTimed) notifyOf(backend, active, change)
    },
    get isTimed() {
      return [...subscriptions.values()].some(({ subscription }) => subscription.isTimed)
    },
    get isSilent() {
      return subscriptions.size === 0 && client.silentMs() > limits.silenceMs
    },
    get subscriptions() {
      return [...subscriptions.values()].map(({ id, method, params }) => ({ id, method, params }))
    },
    get subscriptionCount() {
      return subscriptions.size
    },
    get bufferedBytes() {
      return peer.bufferedBytes
    },
    close: client.close,
    leave: client.leave,
    limits,
  }
}

/** Runs a call, and takes note of what came of it. */
async function noteCall(log: SocketLog, call: SocketCall, run: () => unknown): Promise<unknown> {
  const elapsed = startStopwatch()
  try {
    const result = await run()
    log.called({ ...call, result, durationMs: elapsed() })
    return result
  } catch (error) {
    log.called({ ...call, error: asRpcError(error), durationMs: elapsed() })
    throw error
  }
}
