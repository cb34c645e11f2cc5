import type { ChainNode } from '../../effects/chainNode.ts'
import { startStopwatch } from '../../effects/clock.ts'
import { openUpstreamSocket } from '../../effects/upstreamSocket.ts'
import { RpcError } from '../../outside/rpc/jsonRpc.ts'
import type { Connection, SocketPeer } from './connection.ts'
import { isLongerThan, type SocketLimits } from './limits.ts'

interface NodeConnectionInput {
  readonly peer: SocketPeer
  readonly limits: SocketLimits
  /** @throws {@link RpcError} for a method of the node that the client may not call */
  assertMayCall(method: string): Promise<void>
  /** Called once. */
  onClose(): void
}

/** A WebSocket that a real node answers. Its messages pass as they are, but for calls that the client may not make. */
export function createNodeConnection(
  node: ChainNode,
  { peer, limits, assertMayCall, onClose }: NodeConnectionInput,
): Connection {
  let passed: Promise<void> = Promise.resolve()
  let waitingMessages = 0
  let isClosed = false
  let hasSubscribed = false
  let silence = startStopwatch()
  const upstream = openUpstreamSocket(node.url, {
    onMessage(text) {
      if (isClosed) return
      if (peer.bufferedBytes > limits.bufferedBytes) close(1008, 'The client does not read what it is sent.')
      else peer.send(text)
    },
    onClose: () => close(1014, `The node of ${node.name} has closed its WebSocket, or has none.`),
  })

  function close(code: number, reason: string): void {
    if (isClosed) return
    isClosed = true
    upstream?.close()
    peer.close(code, reason)
    onClose()
  }

  return {
    receive(text) {
      if (isClosed) return
      silence = startStopwatch()
      hasSubscribed ||= text.includes('_subscribe"')
      if (isLongerThan(limits.messageBytes, text)) return close(1009, 'The message is too long.')
      if (waitingMessages >= limits.waitingMessages) return close(1008, 'Too many messages wait for replies.')
      if (!upstream) return close(1011, 'This platform has no client of WebSockets. Node has one from version 22 on.')
      waitingMessages += 1
      passed = passed.then(async () => {
        const refusals = await refusalsOf(text, assertMayCall)
        waitingMessages -= 1
        if (isClosed) return
        if (refusals === undefined) upstream.send(text)
        else peer.send(refusals)
      })
    },
    // The node itself tells its subscribers.
    notify: () => undefined,
    isTimed: false,
    get isSilent() {
      return !hasSubscribed && silence() > limits.silenceMs
    },
    limits,
    close,
  }
}

/** The reply to a message with a call that the client may not make; `undefined` for any other message. */
async function refusalsOf(
  text: string,
  assertMayCall: NodeConnectionInput['assertMayCall'],
): Promise<string | undefined> {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    // The node says what is wrong.
    return undefined
  }
  const calls = [message].flat().map((call) => Object(call) as { readonly id?: unknown; readonly method?: unknown })
  try {
    for (const { method } of calls) await assertMayCall(String(method))
    return undefined
  } catch (problem) {
    if (!(problem instanceof RpcError)) throw problem
    const error = { code: problem.code, message: problem.message }
    const replies = calls.map(({ id = null }) => ({ jsonrpc: '2.0', id, error }))
    return JSON.stringify(Array.isArray(message) ? replies : replies[0])
  }
}
