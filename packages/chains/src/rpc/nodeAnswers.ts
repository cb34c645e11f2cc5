import { startStopwatch } from '@latchkey/base/clock'
import type { Network } from '../ledger/blocks.ts'
import type { ChainNode, NodeReply } from '../real/chainNode.ts'
import type { BundledChain } from '../real/evm/bundler/bundledChain.ts'
import { lieOf } from '../real/nodeReplies.ts'
import { RpcError } from './jsonRpc.ts'
import { isForEverybody } from './methodsForEverybody.ts'
import { type ChainCaller, readParams, type RpcWorld, withRpcErrors } from './rpcWorld.ts'
import { noteReply } from './sentCalls.ts'

/** Answers of a real node, and of the methods that are served for a node that lacks them. */

/**
 * Asserts that a caller may call a method of a real node. Whoever may not control the mock may neither change a
 * development node nor spend from the accounts whose keys it has.
 *
 * @throws {@link RpcError}
 */
export function assertMayPass(caller: ChainCaller, method: string, { family }: Network): void {
  const refusal = isForEverybody(family, method) ? undefined : caller.refuseControl(method)
  if (refusal) throw refusal
}

/** Whether a node says that it lacks a method: by the code of JSON-RPC, or of EIP-1474, as Hardhat's does. */
const isUnknown = ({ code }: { readonly code: number }) => code === -32_601 || code === -32_004

/** A method that is served for a node which lacks it. */
type ServedMethod = (params: readonly unknown[]) => Promise<unknown>

/** Finds a method that is served for a node by its name; `undefined` for one that is not. */
export type FindServed = (name: string) => ServedMethod | undefined

interface PassedCall {
  readonly method: string
  readonly params: unknown
  /** Loads what is served in the node's place if the node lacks the method; `undefined` where nothing is. */
  loadServed(): Promise<FindServed> | undefined
}

/** A node whose calls are counted as uses of it. */
export const counted = (world: Pick<RpcWorld, 'noteUse'>, node: ChainNode): ChainNode => ({
  ...node,
  async ask(questions) {
    const elapsed = startStopwatch()
    const answers = await node.ask(questions)
    const durationMs = elapsed()
    for (const answer of answers)
      world.noteUse(node.name, { durationMs, problem: 'problem' in answer ? answer.problem : undefined })
    return answers
  },
})

/**
 * Lets a real node answer a call, or this package for a node that lacks the method.
 *
 * @throws {@link RpcError} of the node, or that it has failed
 */
export async function answerForNode(node: ChainNode, { method, params, loadServed }: PassedCall): Promise<unknown> {
  const list = readParams(params)
  const [answer = { problem: 'The node has not answered.' }] = await node.ask([
    { label: method, content: { method, params: list } },
  ])
  if ('problem' in answer) throw new RpcError('internal', answer.problem)
  const reply = answer.value as NodeReply
  if (!('error' in reply)) return reply.result
  const served = isUnknown(reply.error) ? (await loadServed())?.(method) : undefined
  if (served) return served(list)
  throw new RpcError(reply.error.code, reply.error.message, reply.error.data)
}

/** Finds a method that is served for a real EVM node which does not have it. */
export async function loadForEvmNode(world: RpcWorld, node: ChainNode, networkId: number): Promise<FindServed> {
  const { realBundlerMethods } = await import('../real/evm/bundler/realBundler.ts')
  const chain = bundledChainOf(world, node, networkId)
  return (name) => {
    const method = Object.hasOwn(realBundlerMethods, name) ? realBundlerMethods[name] : undefined
    return method && ((params) => honestly(node, name, () => method(chain, params)))
  }
}

/** Runs work with answers of a node. @throws {@link RpcError}, also for answers that the work stumbles over */
async function honestly<T>(node: ChainNode, method: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw new RpcError('internal', lieOf(node.name, `the questions of ${method}`, error).message)
  }
}

/** The bundler of a real node reads the sponsors from the state, and notes its bundles for the wallets in them. */
const bundledChainOf = (world: RpcWorld, node: ChainNode, networkId: number): BundledChain => ({
  node,
  networkId,
  sponsorOf: async (sender) => {
    const { sponsorOf } = await import('./evmPaymaster.ts')
    return withRpcErrors(() => world.transact((backend) => sponsorOf(backend, sender)))
  },
  onSent: async (hash) =>
    noteReply(world, { family: 'eip155', networkId }, { method: 'eth_sendRawTransaction', params: [], result: hash }),
})
