import type { Answers, OutsideFailure } from '@latchkey/base/questions'
import type { ChainNode, NodeCall, NodeReply } from '../chainNode.ts'
import { lieOf, resultOf } from '../nodeReplies.ts'

/** The questions of one piece of work to a node of a cluster of Solana. */
export interface SolanaNode {
  /** As people see it: `solana devnet`. */
  readonly name: string
  /** Calls a method that has to succeed. @throws Unanswered, {@link OutsideFailure} with a sentence */
  call(method: string, params: readonly unknown[]): unknown
  /** Calls a method that has to succeed, and gives the value of a reply that names its slot. */
  value(method: string, params: readonly unknown[]): unknown
  /** Calls a method that the node may refuse. */
  tryCall(method: string, params: readonly unknown[]): NodeReply
  /** The failure of a node whose reply has another form than those of nodes. */
  lie(method: string): OutsideFailure
}

/** Votes of two thirds: a payment counts some seconds before it is final, as in common wallets. */
export const commitment = 'confirmed'

export function solanaNode(node: ChainNode, answers: Answers): SolanaNode {
  const { name } = node
  const lie = (method: string) => lieOf(name, method)

  function tryCall(method: string, params: readonly unknown[]): NodeReply {
    const content: NodeCall = { method, params }
    return answers.get(node, { label: method, content }) as NodeReply
  }

  function call(method: string, params: readonly unknown[]): unknown {
    return resultOf(name, method, tryCall(method, params))
  }

  return {
    name,
    tryCall,
    call,
    value(method, params) {
      const result: unknown = call(method, params)
      if (typeof result !== 'object' || result === null || !('value' in result)) throw lie(method)
      return result.value
    },
    lie,
  }
}
