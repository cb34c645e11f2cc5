import type { ChainNode } from '../../effects/chainNode.ts'
import type { NewUse } from '../../effects/partUses.ts'
import { openUpstreamSocket } from '../../effects/upstreamSocket.ts'
import { RpcError } from '../../outside/rpc/jsonRpc.ts'
import { createClientEnd, type SocketPeer } from './clientEnd.ts'
import type { Connection } from './connection.ts'
import { type SocketLimits, tooManySubscriptions } from './limits.ts'
import { createNodeCalls, readList, type SentCall } from './nodeCalls.ts'
import type { SocketLog } from './socketLog.ts'

interface NodeConnectionInput {
  readonly peer: SocketPeer
  readonly limits: SocketLimits
  readonly log: SocketLog
  /** @throws {@link RpcError} for a method of the node that the client may not call */
  assertMayCall(method: string): Promise<void>
  /** Runs for each call that the node has answered, or can no longer answer. */
  noteUse(use: NewUse): void
  /** Runs for each call that has succeeded. */
  onResult(call: SentCall, result: unknown): void
  /** Called once. */
  onClose(): void
  report(cause: unknown): void
}

/** A WebSocket that a real node answers. Its messages pass as they are, but for calls that the client may not make. */
export function createNodeConnection(node: ChainNode, input: NodeConnectionInput): Connection {
  const { peer, limits, log, assertMayCall, report } = input
  const calls = createNodeCalls(input)
  const client = createClientEnd({
    peer,
    limits,
    log,
    answer,
    onClose() {
      upstream?.close()
      input.onClose()
    },
    report,
  })
  const upstream = openUpstreamSocket(node.socketUrl, {
    onMessage(text) {
      calls.heard(text)
      client.send(text)
    },
    onClose() {
      const problem = `The node of ${node.name} has closed its WebSocket, or has none.`
      // The client itself may have left, and then nothing has failed.
      if (!client.isClosed) calls.lost(problem)
      client.close(1014, problem)
    },
  })

  async function answer(text: string): Promise<void> {
    if (!upstream)
      return client.close(1011, 'This platform has no client of WebSockets. Node has one from version 22 on.')
    const sent = readList(text).map((call) => Object(call) as SentCall)
    const refusal = await refusalOf(sent)
    if (client.isClosed) return
    if (refusal) {
      for (const { method, params } of sent) log.called({ method: String(method), params, error: refusal })
      const { code, message } = refusal
      const replies = sent.map(({ id = null }) => ({ jsonrpc: '2.0', id, error: { code, message } }))
      return client.send(JSON.stringify(text.trimStart().startsWith('[') ? replies : replies[0]))
    }
    if (calls.waiting >= limits.waitingMessages) return client.close(1008, 'Too many messages wait for replies.')
    if (upstream.bufferedBytes + calls.waitingBytes > limits.bufferedBytes)
      return client.close(1013, `The node of ${node.name} does not answer what it is sent.`)
    if (sent.length === 0) log.called({ error: new RpcError('parse', 'The message is not JSON.') })
    calls.sent(sent, text)
    upstream.send(text)
  }

  /** Why the client may not make all calls of a message; `undefined` if it may. */
  async function refusalOf(sent: readonly SentCall[]): Promise<RpcError | undefined> {
    if (calls.countWith(sent) > limits.subscriptions) return tooManySubscriptions(limits)
    try {
      for (const { method } of sent) await assertMayCall(String(method))
      return undefined
    } catch (problem) {
      if (problem instanceof RpcError) return problem
      throw problem
    }
  }

  return {
    receive: client.receive,
    // The node itself tells its subscribers.
    notify: () => undefined,
    isTimed: false,
    get isSilent() {
      return calls.subscriptions.length === 0 && client.silentMs() > limits.silenceMs
    },
    get subscriptions() {
      return calls.subscriptions
    },
    limits,
    close: client.close,
    leave: client.leave,
  }
}
