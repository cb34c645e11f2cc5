import { load } from '../load.ts'
import { median, medians, mediansOf, prepared } from '../measure.ts'
import { sender, signTransfer } from '../transfer.ts'
import type { RunningServer } from './runningServer.ts'
import type { ChainSubject } from './subject.ts'
import type { Figures } from './tables.ts'

const time = 800
const transfers = 200
const loadTurns = 3

/** Asks all nodes the same, by turns. @returns What was measured, by name */
export async function measureChains(servers: ReadonlyMap<ChainSubject, RunningServer>): Promise<Map<string, Figures>> {
  const all = [...servers]
  const balanceCall = ({ path }: ChainSubject) => callOf(path, 'eth_getBalance', [sender, 'latest'])
  for (const [{ fund }, { ask }] of all) await fund?.(ask, sender)
  const blockNumbers = await medians(
    byName(
      all,
      ([{ path }, server]) =>
        () =>
          rpc(server, callOf(path, 'eth_blockNumber', [])),
    ),
    time,
  )
  const balances = await medians(
    byName(
      all,
      ([subject, server]) =>
        () =>
          rpc(server, balanceCall(subject)),
    ),
    time,
  )
  const rates = new Map(all.map(([{ name }]) => [name, [] as number[]]))
  for (let turn = 0; turn < loadTurns; turn++)
    for (const [subject, { origin }] of all) {
      const { perSecond } = await load(origin, [balanceCall(subject)], { connections: 64, seconds: 2 })
      rates.get(subject.name)?.push(perSecond)
    }
  const chainIds = new Map<string, number>()
  for (const [{ name, path }, server] of all)
    chainIds.set(name, Number(await rpc(server, callOf(path, 'eth_chainId', []))))
  const sendings = await mediansOf(
    transfers,
    byName(all, ([{ name, path }, server]) =>
      prepared(
        (nonce) => signTransfer(chainIds.get(name) ?? 1, nonce),
        (transaction) => rpc(server, callOf(path, 'eth_sendRawTransaction', [transaction])),
      ),
    ),
  )
  return new Map(
    all.map(([{ name }]) => [
      name,
      {
        blockNumber: blockNumbers[name],
        balance: balances[name],
        transfer: sendings[name],
        balanceRate64: median(rates.get(name) ?? []),
      },
    ]),
  )
}

type Node = readonly [ChainSubject, RunningServer]

function byName<T>(all: readonly Node[], of: (node: Node) => T): Record<string, T> {
  return Object.fromEntries(all.map((node) => [node[0].name, of(node)]))
}

const callOf = (path: string, method: string, params: readonly unknown[]) =>
  ({ method: 'POST', path, body: { jsonrpc: '2.0', id: 1, method, params } }) as const

/** @throws Error when the answer has no result */
async function rpc({ ask }: RunningServer, call: ReturnType<typeof callOf>): Promise<unknown> {
  const answer = (await ask(call)) as { result?: unknown }
  if (answer.result === undefined) throw new Error(`${call.body.method} was answered with ${JSON.stringify(answer)}.`)
  return answer.result
}
