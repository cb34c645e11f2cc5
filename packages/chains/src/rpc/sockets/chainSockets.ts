import { setTimer } from '@latchkey/base/clock'
import { networkAt } from '../../networks.ts'
import { findChainRpc } from '../chainRpc.ts'
import { assertMayPass } from '../nodeAnswers.ts'
import type { ChainCaller, RpcWorld } from '../rpcWorld.ts'
import { noteReply } from '../sentCalls.ts'
import { watchChain } from '../subscriptions/chainWatch.ts'
import type { SubscriptionMethods } from '../subscriptions/subscription.ts'
import type { SocketPeer } from './clientEnd.ts'
import { type Connection, createConnection, type RefusedSocket } from './connection.ts'
import { createCrowd } from './crowd.ts'
import type { SocketLimits } from './limits.ts'
import { createNodeConnection } from './nodeConnection.ts'
import type { SocketLog } from './socketLog.ts'
import { findUpstreamSocket, noSocketClient } from './upstreamSocket.ts'

/** The parts of the chains' owner that their sockets need. */
export interface SocketWorld extends RpcWorld {
  readonly limits: SocketLimits
  /** Calls a function after each change of the state or the clock. @returns A function that ends it */
  watch(listener: () => void): () => void
}

/** Who opens a socket. */
interface SocketClient {
  readonly peer: SocketPeer
  readonly log: SocketLog
  readonly caller: ChainCaller
}

/** The WebSockets of the chains of a mock. */
export interface ChainSockets {
  /**
   * Opens one.
   *
   * @param path - The family and the network, as at the end of the chain's URL.
   * @param client - Its end of the socket, and the methods of a development node that it may call.
   * @returns Why it is refused, for a real node that the platform cannot reach so. `undefined` for a path without a chain
   */
  open(path: readonly string[], client: SocketClient): Promise<Connection | RefusedSocket | undefined>
  /** Closes all of them. */
  close(): void
}

/** The sockets of one chain. */
interface Channel {
  readonly changeOf: ReturnType<typeof watchChain>
  readonly connections: Set<Connection>
}

/** How often the passing of time is looked at, at least, in milliseconds: the length of a slot of Solana. */
const slotMs = 400

export function createChainSockets(world: SocketWorld): ChainSockets {
  const channels = new Map<string, Channel>()
  const connections = new Set<Connection>()
  const crowd = createCrowd(world.limits, connections)
  let end: (() => void) | undefined
  let isPublishing = false
  let isStale = false

  /** Tells all subscribers what has changed, in one transaction for each chain. */
  async function publish(): Promise<void> {
    isStale = true
    if (isPublishing) return
    isPublishing = true
    try {
      while (isStale) {
        isStale = false
        for (const { changeOf, connections: listening } of channels.values())
          await world.transact((backend) => {
            const change = changeOf(backend)
            for (const connection of listening) connection.notify(backend, change)
          })
      }
    } catch (error) {
      world.report(error)
    } finally {
      isPublishing = false
    }
  }

  function begin(): () => void {
    const stopWatching = world.watch(() => queueMicrotask(() => void publish()))
    const tickMs = Math.min(slotMs, world.limits.silenceMs)
    let stopTimer = setTimer(tick, tickMs)
    function tick(): void {
      for (const connection of connections) if (connection.isSilent) connection.close(1001, 'The client was silent.')
      if ([...connections].some(({ isTimed }) => isTimed)) void publish()
      if (connections.size > 0) stopTimer = setTimer(tick, tickMs)
    }
    return () => {
      stopWatching()
      stopTimer()
    }
  }

  async function channelOf({ network }: SubscriptionMethods): Promise<Channel> {
    const key = `${network.family}:${network.networkId}`
    return world.transact((backend) => {
      const channel = channels.get(key) ?? { changeOf: watchChain(backend, network), connections: new Set() }
      channels.set(key, channel)
      return channel
    })
  }

  /** Counts an open socket, or closes it when there are too many. */
  function admit(connection: Connection): Connection {
    if (connections.size >= world.limits.sockets) {
      connection.close(1013, `A mock has at most ${world.limits.sockets} open sockets.`)
      return connection
    }
    connections.add(connection)
    end ??= begin()
    return connection
  }

  function forget(connection: Connection): void {
    connections.delete(connection)
    if (connections.size > 0) return
    channels.clear()
    end?.()
    end = undefined
  }

  return {
    async open(path, { peer, log, caller }) {
      const [family = '', network = '', ...rest] = path
      if (rest.length > 0) return undefined
      const attached = networkAt(family, network)
      const node = attached && world.findNode(attached)
      if (node) {
        const openUpstream = findUpstreamSocket()
        if (!openUpstream)
          return { status: 501, error: `The node of ${node.name} has no WebSocket here, since ${noSocketClient}` }
        const connection = createNodeConnection(node, {
          openUpstream,
          peer,
          limits: world.limits,
          log,
          crowd,
          mayControl: caller.refuseControl('') === undefined,
          assertMayCall: (method) => assertMayPass(caller, method, attached),
          noteUse: (use) => world.noteUse(node.name, use),
          onResult: ({ method, params }, result) =>
            void noteReply(world, attached, { method: String(method), params, result }),
          onClose: () => forget(connection),
          report: world.report,
        })
        return admit(connection)
      }
      const rpc = await findChainRpc(world, path, caller)
      if (!rpc) return undefined
      const methods = await rpc.loadSubscriptions()
      const channel = await channelOf(methods)
      const connection = createConnection(world, {
        rpc,
        methods,
        peer,
        limits: world.limits,
        log,
        crowd,
        onClose() {
          channel.connections.delete(connection)
          forget(connection)
        },
      })
      channel.connections.add(connection)
      return admit(connection)
    },
    close() {
      for (const connection of connections) connection.close(1001, 'The mock was closed.')
    },
  }
}
