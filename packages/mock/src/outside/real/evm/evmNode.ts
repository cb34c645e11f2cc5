import * as AbiEvent from 'ox/AbiEvent'
import * as AbiFunction from 'ox/AbiFunction'
import { eventOf, functionOf } from '../../../crypto/evmSignatures.ts'
import type { ChainNode, NodeCall, NodeReply } from '../../../effects/chainNode.ts'
import { type Answers, OutsideFailure } from '../../../effects/questions.ts'

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

/** The questions of one piece of work to a node. */
export const evmNode = (node: ChainNode, answers: Answers): EvmNode =>
  evmNodeOver(node.name, (method, params) => {
    const content: NodeCall = { method, params }
    return answers.get(node, { label: method, content }) as NodeReply
  })

/** @param name - Of the node, as people see it. */
export function evmNodeOver(name: string, tryCall: TryCall): EvmNode {
  const lie = (method: string) =>
    new OutsideFailure(`The node of ${name} has answered ${method} with something else than nodes do.`)

  function call(method: string, params: readonly unknown[]): unknown {
    const reply = tryCall(method, params)
    if ('error' in reply) throw new OutsideFailure(`The node of ${name} has refused ${method}: ${reply.error.message}`)
    return reply.result
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
      try {
        return AbiFunction.decodeResult(abi, reply.result as Hex)
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
        ...(contract && { address: contract }),
      }
      const reply = tryCall('eth_getLogs', [filter])
      if ('error' in reply) return []
      const { result } = reply
      if (!Array.isArray(result) || !result.every(isLog)) throw lie('eth_getLogs')
      return result
    },
  }
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]*$/i.test(value)

function isLog(value: unknown): value is NodeLog {
  const { address, topics, data } = Object(value) as Partial<Record<keyof NodeLog, unknown>>
  return isHex(address) && isHex(data) && Array.isArray(topics) && topics.every(isHex)
}
