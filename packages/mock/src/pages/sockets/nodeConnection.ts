import type { ChainNode } from '../../effects/chainNode.ts'
import { openUpstreamSocket } from '../../effects/upstreamSocket.ts'
import { RpcError } from '../../outside/rpc/jsonRpc.ts'
import { createClientEnd, type SocketPeer } from './clientEnd.ts'
import type { Connection } from './connection.ts'
import type { SocketLimits } from './limits.ts'
import { createNodeCalls, readList, type SentCall } from './nodeCalls.ts'

interface NodeConnectionInput {
  readonly peer: SocketPeer
  readonly limits: SocketLimits
  /** @throws {@link RpcError} for a method of the node that the client may not call */
  assertMayCall(method: string): Promise<void>
  /** Runs for each call that has succeeded. */
  onResult(method: string, result: unknown): void
  /** Called once. */
  onClose(): void
  report(cause: unknown): void
}

/** A WebSocket that a real node answers. Its messages pass as they are, but for calls that the client may not make. */
export function createNodeConnection(node: ChainNode, input: NodeConnectionInput): Connection {
  const { peer, limits, assertMayCall, report } = input
  const calls = createNodeCalls(input.onResult)
  const client = createClientEnd({
    peer,
    limits,
    answer,
    onClose() {
      upstream?.close()
      input.onClose()
    },
    report,
  })
  const upstream = openUpstreamSocket(node.url, {
    onMessage(text) {
      calls.heard(text)
      client.send(text)
    },
    onClose: () => client.close(1014, `The node of ${node.name} has closed its WebSocket, or has none.`),
  })

  async function answer(text: string): Promise<void> {
    if (!upstream)
      return client.close(1011, 'This platform has no client of WebSockets. Node has one from version 22 on.')
    const sent = readList(text).map((call) => Object(call) as SentCall)
    const refusal = await refusalOf(sent, assertMayCall)
    if (client.isClosed) return
    if (refusal) return client.send(JSON.stringify(text.trimStart().startsWith('[') ? refusal : refusal[0]))
    if (calls.waiting >= limits.waitingMessages) return client.close(1008, 'Too many messages wait for replies.')
    if (upstream.bufferedBytes > limits.bufferedBytes)
      return client.close(1013, `The node of ${node.name} does not read what it is sent.`)
    calls.sent(sent)
    upstream.send(text)
  }

  return {
    receive: client.receive,
    // The node itself tells its subscribers.
    notify: () => undefined,
    isTimed: false,
    get isSilent() {
      return calls.subscriptions.size === 0 && client.silentMs() > limits.silenceMs
    },
    limits,
    close: client.close,
  }
}

/** The replies to the calls of a message if the client may not make all of them; `undefined` for any other message. */
async function refusalOf(
  calls: readonly SentCall[],
  assertMayCall: NodeConnectionInput['assertMayCall'],
): Promise<readonly object[] | undefined> {
  try {
    for (const { method } of calls) await assertMayCall(String(method))
    return undefined
  } catch (problem) {
    if (!(problem instanceof RpcError)) throw problem
    const error = { code: problem.code, message: problem.message }
    return calls.map(({ id = null }) => ({ jsonrpc: '2.0', id, error }))
  }
}
