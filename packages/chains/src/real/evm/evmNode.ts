import { defined } from '@latchkey/base/defined'
import { type Answers, OutsideFailure, type Source, Unanswered } from '@latchkey/base/questions'
import * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'
import { eventOf, functionOf } from '../../codecs/evmSignatures.ts'
import type { ChainNode, NodeCall, NodeReply } from '../chainNode.ts'
import { lieOf, resultOf } from '../nodeReplies.ts'

export type Hex = `0x${string}`

/** A log as nodes give it. */
export interface NodeLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Which logs a node is asked for: those whose topics are these, where one is not null. */
export interface LogFilter {
  readonly fromBlock: string
  readonly toBlock: string
  readonly topics: readonly (Hex | null | readonly Hex[])[]
  readonly address?: string
}

/** The questions of one piece of work to a node of an EVM chain. */
export interface EvmNode {
  /** As people see it: `chain 1`. */
  readonly name: string
  /** Calls a method that has to succeed. @throws {@link OutsideFailure} with a sentence */
  call(method: string, params: readonly unknown[]): unknown
  /** Calls a method that the node may refuse. */
  readonly tryCall: TryCall
  /** A quantity that a method gives. */
  quantity(method: string, params: readonly unknown[]): bigint
  /** Calls a function of a contract, and gives its result now; `undefined` if it reverts, or there is no such function. */
  read(contract: string, signature: string, args?: readonly unknown[]): unknown
  /**
   * All logs of an event whose indexed fields have these values, in order; none from a node that refuses to search all
   * its blocks, as public nodes do.
   */
  logs(signature: string, indexed: Readonly<Record<string, unknown>>, contract?: string): readonly NodeLog[]
}

/** Calls a method of a node. @throws Unanswered, {@link OutsideFailure} */
export type TryCall = (method: string, params: readonly unknown[]) => NodeReply

/** An answer of a node, and the number of its latest block when it gave it. */
interface DatedReply {
  readonly reply: NodeReply
  readonly height: number
}

/** A node of an EVM chain that says with each answer how high its chain is. */
export function datedSource({ name, ask }: ChainNode): Source {
  const heightCall: NodeCall = { method: 'eth_blockNumber', params: [] }
  return {
    name,
    async ask(questions) {
      const answers = await ask([...questions, { label: heightCall.method, content: heightCall }])
      const last = answers.at(-1)
      const height = last && 'value' in last ? Number((last.value as { readonly result?: unknown }).result) : Number.NaN
      return answers
        .slice(0, -1)
        .map((answer) => ('value' in answer ? { value: { reply: answer.value, height } } : answer))
    },
  }
}

/**
 * The questions of one piece of work to a node. When the chain has become shorter between two of them, the node was
 * reset, or has gone back: the work asks everything again, so that it does not mix two states.
 */
export function evmNode(source: Source, answers: Answers): EvmNode {
  let highest = 0
  return evmNodeOver(source.name, (method, params) => {
    const question = { label: method, content: { method, params } satisfies NodeCall }
    const { reply, height } = answers.get(source, question) as DatedReply
    if (height < highest) {
      answers.forget(source)
      return answers.get(source, question) as never
    }
    highest = Math.max(highest, height || 0)
    return reply
  })
}

/** Reads answers of a node. @throws Unanswered, {@link OutsideFailure}, also for answers that the reader stumbles over */
export function readHonestly<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unanswered || error instanceof OutsideFailure) throw error
    throw lieOf(name, 'a question', error)
  }
}

/** @param name - Of the node, as people see it. */
export function evmNodeOver(name: string, tryCall: TryCall): EvmNode {
  const lie = (method: string) => lieOf(name, method)

  function call(method: string, params: readonly unknown[]): unknown {
    return resultOf(name, method, tryCall(method, params))
  }

  return {
    name,
    tryCall,
    call,
    quantity(method, params) {
      const result = call(method, params)
      if (typeof result !== 'string' || !/^0x[\da-f]{1,64}$/i.test(result)) throw lie(method)
      return BigInt(result)
    },
    read(contract, signature, args = []) {
      const abi = functionOf(signature)
      const data = AbiFunction.encodeData(abi, args as never)
      const reply = tryCall('eth_call', [{ to: contract, data }, 'latest'])
      if ('error' in reply || reply.result === '0x') return undefined
      if (!isHex(reply.result)) throw lie('eth_call')
      try {
        return AbiFunction.decodeResult(abi, reply.result)
      } catch {
        // Another contract than the caller thinks, with another result of the same function.
        return undefined
      }
    },
    logs(signature, indexed, contract) {
      const { topics } = AbiEvent.encode(eventOf(signature), indexed)
      const filter: LogFilter = {
        fromBlock: 'earliest',
        toBlock: 'latest',
        topics,
        ...defined({ address: contract || undefined }),
      }
      const reply = tryCall('eth_getLogs', [filter])
      if ('error' in reply) return []
      const { result } = reply
      if (!Array.isArray(result) || !result.every(isLog)) throw lie('eth_getLogs')
      return result
    },
  }
}

/** Whether a value is bytes or a quantity, as nodes write them. */
export const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]*$/i.test(value)

function isLog(value: unknown): value is NodeLog {
  const { address, topics, data } = Object(value) as Partial<Record<keyof NodeLog, unknown>>
  return isHex(address) && isHex(data) && Array.isArray(topics) && topics.every(isHex)
}
