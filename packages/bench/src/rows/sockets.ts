import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createMock, type Mock } from '@latchkey/mock'
import { startServer } from '@latchkey/mock/node'
import { startAnvil } from '../anvil.ts'
import { keptConnection } from '../keptConnection.ts'
import { median, medians, mediansOf, prepared } from '../measure.ts'
import { atMost, ratio, type Row, size } from '../row.ts'
import { sender, signTransfer } from '../transfer.ts'

const heads = '{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}'

/** The first news come a moment after the id of a subscription. */
const firstNewsMs = 50

interface AnySocket extends EventTarget {
  send(text: string): void
}

/** Resolves with the next message of a socket. */
const nextMessage = (socket: AnySocket) =>
  new Promise<void>((resolve) => socket.addEventListener('message', () => resolve(), { once: true }))

async function opened<S extends AnySocket>(socket: S): Promise<S> {
  await new Promise<void>((resolve) => socket.addEventListener('open', () => resolve(), { once: true }))
  return socket
}

async function subscribe(socket: AnySocket): Promise<void> {
  const reply = nextMessage(socket)
  socket.send(heads)
  await reply
}

/** How long a subscriber in the same process waits for a block, after the call that made it. */
async function inProcess(): Promise<Row> {
  const mock = createMock()
  const socket = await opened(mock.chain.socket(1))
  await subscribe(socket)
  await sleep(firstNewsMs)
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const heard = nextMessage(socket).then(() => performance.now())
    await mock.chain.mine()
    const start = performance.now()
    times.push(Math.max(0, (await heard) - start))
  }
  mock.close()
  return atMost('a block at a subscriber, after the call', median(times), 5)
}

const count = 1_000

/** How many bytes the server has for each of many sockets, whose clients are in another thread. */
async function memoryOfEach({ chain }: Mock): Promise<number> {
  const used = () => {
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const subscribers = () => chain.sockets().filter(({ subscriptions }) => subscriptions.length > 0).length
  const [before, existing] = [used(), subscribers()]
  const clients = new Worker(new URL('../socketClients.ts', import.meta.url), {
    workerData: { url: chain.rpcUrl(1).replace('http', 'ws'), count },
  })
  while (subscribers() < existing + count) await sleep(20)
  const each = (used() - before) / count
  await clients.terminate()
  return each
}

/** The WebSockets of the loopback server, beside HTTP and beside a node. */
export async function sockets(): Promise<Row[]> {
  const rows = [await inProcess()]
  const [server, anvil] = [await startServer(), await startAnvil()]
  const connection = keptConnection()
  const url = server.mock.chain.rpcUrl(1)
  const open: WebSocket[] = []
  const openAt = async (at: string) => {
    const socket = await opened(new WebSocket(at.replace('http', 'ws')))
    open.push(socket)
    return socket
  }
  try {
    const caller = await openAt(url)
    const call = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
    const calls = await medians(
      {
        socket() {
          const reply = nextMessage(caller)
          caller.send(call)
          return reply
        },
        http: () => connection.ask(url, 'eth_blockNumber', []),
      },
      2_000,
    )
    rows.push(
      ratio({ what: 'a call over a WebSocket', ours: calls.socket, peer: calls.http, name: 'over HTTP', limit: 1 }),
    )

    await server.mock.chain.fund(sender, { ether: '1000' }, 1)
    const block = async (at: string, chainId: number) => {
      const socket = await openAt(at)
      await subscribe(socket)
      await sleep(firstNewsMs)
      return prepared(
        (nonce) => signTransfer(chainId, nonce),
        async (transaction) => {
          const heard = nextMessage(socket)
          await connection.ask(at, 'eth_sendRawTransaction', [transaction])
          await heard
        },
      )
    }
    const chainId = Number(await connection.ask(anvil.url, 'eth_chainId', []))
    const times = await mediansOf(400, { ours: await block(url, 1), anvil: await block(anvil.url, chainId) })
    const what = 'a transaction until its block is heard'
    rows.push(ratio({ what, ours: times.ours, peer: times.anvil, name: 'Anvil, which is native', limit: 2.5 }))

    rows.push(size('an open WebSocket with a subscription', await memoryOfEach(server.mock), { limit: 20_000 }))
    return rows
  } finally {
    for (const socket of open) socket.close()
    connection.close()
    anvil.close()
    await server.close()
  }
}
