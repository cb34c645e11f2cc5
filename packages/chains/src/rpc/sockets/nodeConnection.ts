import type { NewUse } from '@latchkey/base/partUses'
import type { ChainNode } from '../../real/chainNode.ts'
import { RpcError } from '../jsonRpc.ts'
import { createClientEnd, type SocketPeer } from './clientEnd.ts'
import type { Connection } from './connection.ts'
import type { Crowd } from './crowd.ts'
import { type SocketLimits, tooManySubscriptions } from './limits.ts'
import { createNodeCalls, readList, type SentCall } from './nodeCalls.ts'
import type { SocketLog } from './socketLog.ts'
import type { OpenUpstreamSocket } from './upstreamSocket.ts'

interface NodeConnectionInput {
  readonly openUpstream: OpenUpstreamSocket
  readonly peer: SocketPeer
  readonly limits: SocketLimits
  readonly log: SocketLog
  readonly crowd: Crowd
  /** Whether the client may control the mock, and so the node. */
  readonly mayControl: boolean
  /** @throws {@link RpcError} for a method of the node that the client may not call */
  assertMayCall(method: string): void
  /** Runs for each call that the node has answered, or can no longer answer. */
  noteUse(use: NewUse): void
  /** Runs for each call that has succeeded. */
  onResult(call: SentCall, result: unknown): void
  /** Called once. */
  onClose(): void
  report(cause: unknown): void
}

/**
 * A WebSocket that a real node answers. Its messages pass as they are, if the client may control the mock. Those of
 * others are written anew, so that the node reads the method that was judged: of two fields of one name, and of `Method`
 * beside `method`, nodes read one or the other.
 */
export function createNodeConnection(node: ChainNode, input: NodeConnectionInput): Connection {
  const { peer, limits, log, crowd, mayControl, assertMayCall, report } = input
  const calls = createNodeCalls(input)
  const client = createClientEnd({
    peer,
    limits,
    log,
    crowd,
    answer,
    onClose() {
      upstream.close()
      input.onClose()
    },
    report,
  })
  const upstream = input.openUpstream(node.socketUrl, {
    onMessage(text) {
      calls.heard(text)
      // A refusal of the node may repeat its URL.
      client.send(text.includes('"error"') ? node.socketUrl.cover(text) : text)
    },
    onClose() {
      const problem = `The node of ${node.name} has closed its WebSocket, or has none.`
      // The client itself may have left, and then nothing has failed.
      if (!client.isClosed) calls.lost(problem)
      client.close(1014, problem)
    },
  })

  async function answer(text: string): Promise<void> {
    const sent = readList(text).map((call) => Object(call) as SentCall)
    const refusal = refusalOf(sent)
    if (refusal) {
      for (const { method, params } of sent) log.called({ method: String(method), params, error: refusal })
      const { code, message } = refusal
      const replies = sent.map(({ id = null }) => ({ jsonrpc: '2.0', id, error: { code, message } }))
      return client.send(
        JSON.stringify(isBatch(text) && replies.length > 0 ? replies : (replies[0] ?? refusalOfNothing(refusal))),
      )
    }
    if (calls.waiting >= limits.waitingMessages) return client.close(1008, 'Too many messages wait for replies.')
    if (upstream.bufferedBytes + calls.waitingBytes > limits.bufferedBytes)
      return client.close(1013, `The node of ${node.name} does not answer what it is sent.`)
    if (sent.length === 0) log.called({ error: new RpcError('parse', 'The message is not JSON.') })
    calls.sent(sent, text)
    upstream.send(mayControl ? text : rewritten(sent, text))
  }

  /** Why the client may not make all calls of a message; `undefined` if it may. */
  function refusalOf(sent: readonly SentCall[]): RpcError | undefined {
    if (!mayControl && !sent.every(isCall)) return new RpcError('request', 'This is not a JSON-RPC 2.0 request.')
    if (!mayControl && sent.length === 0) return new RpcError('parse', 'The message is not JSON, or an empty batch.')
    const count = calls.countWith(sent)
    if (count > limits.subscriptions) return tooManySubscriptions(limits)
    const further = count - calls.subscriptions.length
    const refusal = further > 0 ? crowd.refusalOf(further) : undefined
    if (refusal) return refusal
    try {
      for (const { method } of sent) assertMayCall(String(method))
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
    get subscriptionCount() {
      return calls.subscriptions.length
    },
    get bufferedBytes() {
      return peer.bufferedBytes
    },
    limits,
    close: client.close,
    leave: client.leave,
  }
}

const isBatch = (text: string) => text.trimStart().startsWith('[')

const isCall = ({ method }: SentCall) => typeof method === 'string'

/** The answer to a message without calls. */
const refusalOfNothing = ({ code, message }: RpcError) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

/** The calls of a message with the fields of JSON-RPC 2.0 only, each once. */
function rewritten(sent: readonly SentCall[], text: string): string {
  const calls = sent.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }))
  return JSON.stringify(isBatch(text) ? calls : calls[0])
}
