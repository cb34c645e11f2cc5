import { defined } from '@latchkey/base/defined'
import { OutsideFailure } from '@latchkey/base/questions'
import * as AbiError from 'ox/AbiError'
import type { EvmRunner, SimulatedEffects, Transfer } from '../../chains.ts'
import { addressOf } from '../../ledger/accounts.ts'
import { accountOf, nativeTransfer, transfersIn } from '../../transfersInLogs.ts'
import type { NodeReply } from '../chainNode.ts'
import { type EvmNode, evmNodeOver, type Hex, type LogFilter, type NodeLog } from './evmNode.ts'
import { callOfBoth } from './twoCalls.ts'

type CallInput = Parameters<EvmRunner['simulate']>[1]

/** A call in the trace of a call tracer, with the calls that it made. */
interface TracedCall {
  readonly type: string
  readonly from: Hex
  readonly to?: Hex
  readonly value?: Hex
  readonly gasUsed: Hex
  readonly output?: Hex
  readonly error?: string
  readonly revertReason?: string
  readonly logs?: readonly (NodeLog & { readonly position?: Hex })[]
  readonly calls?: readonly TracedCall[]
}

/** A call as nodes take it. */
const callOf = ({ from, to, value, data }: CallInput) => ({
  from: addressOf(from),
  to: addressOf(to),
  value: `0x${value.toString(16)}`,
  data,
})

/** One call, or one after another from the same account. */
export type CallInputs = readonly [CallInput, CallInput?]

/** The parameters that run calls: the call, the block, and what is different for them. */
const runOf = ([first, second]: CallInputs): readonly unknown[] =>
  second
    ? callOfBoth(first, { to: addressOf(second.to) as Hex, data: second.data as Hex })
    : [callOf(first), 'latest', {}]

/**
 * Simulates calls as they would run now, by the node's own tracer.
 *
 * @throws {@link OutsideFailure} when the node has no `debug_traceCall` with a call tracer
 */
export function traceEffects(
  node: EvmNode,
  inputs: CallInputs,
): SimulatedEffects & { readonly logs: readonly NodeLog[] } {
  const [call, block, stateOverrides] = runOf(inputs)
  const options = { tracer: 'callTracer', tracerConfig: { withLog: true }, stateOverrides }
  const trace = node.call('debug_traceCall', [call, block, options]) as TracedCall
  if (typeof trace?.from !== 'string' || typeof trace.gasUsed !== 'string')
    throw new OutsideFailure(
      'The node has no call tracer, so what a call would do cannot be seen. Anvil and Geth have one.',
    )
  const success = trace.error === undefined
  const steps = success ? stepsOf(trace) : []
  return {
    success,
    ...defined({ reason: success ? undefined : reasonOf(trace) }),
    transfers: steps.flatMap((step) => ('topics' in step ? transfersIn(step) : [step])),
    logs: steps.filter((step) => 'topics' in step),
    called: [...calledBy(trace)].map(accountOf),
    // A real node runs all code.
    unknownCode: [],
    gasUsed: BigInt(trace.gasUsed),
  }
}

/** The payments and logs of a call and of those that it made, in order; none of a call that was reverted. */
function stepsOf(call: TracedCall): readonly (NodeLog | Transfer)[] {
  if (call.error !== undefined) return []
  const isPaid = call.type !== 'DELEGATECALL' && call.to !== undefined && BigInt(call.value ?? '0x0') > 0n
  const payment = isPaid ? [nativeTransfer(call.from, call.to ?? '0x', BigInt(call.value ?? '0x0'))] : []
  // A log's position is the number of calls before it.
  const calls = call.calls ?? []
  const logsBefore = (position: number) =>
    (call.logs ?? []).filter((log) => Math.min(Number(log.position ?? calls.length), calls.length) === position)
  return [
    ...payment,
    ...[...calls, undefined].flatMap((inner, position) => [...logsBefore(position), ...(inner ? stepsOf(inner) : [])]),
  ]
}

function* calledBy({ to, calls = [] }: TracedCall): Generator<Hex> {
  if (to !== undefined) yield to
  for (const call of calls) yield* calledBy(call)
}

const solidityError = AbiError.from('error Error(string reason)')

function reasonOf({ revertReason, output, error = '' }: TracedCall): string {
  if (revertReason !== undefined) return revertReason
  if (!output?.startsWith(AbiError.getSelector(solidityError))) return error
  return String(AbiError.decode(solidityError, output))
}

/** A node as it would be after calls, which it runs before each read. */
export const nodeAfter = (node: EvmNode, inputs: CallInputs, logs: readonly NodeLog[]): EvmNode =>
  evmNodeOver(node.name, (method, params) => {
    if (method === 'eth_call') return readAfter(node, inputs, params[0])
    const reply = node.tryCall(method, params)
    if (method !== 'eth_getLogs' || !('result' in reply)) return reply
    const newLogs = logs.filter((log) => isMatch(params[0] as LogFilter, log))
    return { result: [...(reply.result as readonly NodeLog[]), ...newLogs] }
  })

function readAfter(node: EvmNode, inputs: CallInputs, call: unknown): NodeReply {
  const { to, data } = call as { readonly to: Hex; readonly data: Hex }
  const before = inputs.filter((input) => input !== undefined).map(callOf)
  const reply = node.tryCall('eth_simulateV1', [{ blockStateCalls: [{ calls: [...before, { to, data }] }] }, 'latest'])
  // Its code makes one call before the read.
  if ('error' in reply) return inputs[1] ? reply : node.tryCall('eth_call', callOfBoth(inputs[0], { to, data }))
  const [block] = reply.result as { readonly calls: readonly { readonly status: Hex; readonly returnData: Hex }[] }[]
  const outcome = block?.calls.at(-1)
  return outcome?.status === '0x1'
    ? { result: outcome.returnData }
    : { error: { code: 3, message: 'execution reverted' } }
}

const isMatch = ({ topics, address }: LogFilter, log: NodeLog): boolean =>
  (address === undefined || address.toLowerCase() === log.address.toLowerCase()) &&
  topics.every((topic, index) => topic === null || topic === log.topics[index])
