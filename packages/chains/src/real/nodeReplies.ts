import { OutsideFailure } from '@latchkey/base/questions'
import type { NodeReply } from './chainNode.ts'

/** The failure of a node whose answer is none that nodes give. @param name - Of the node, as people see it. */
export const lieOf = (name: string, what: string, cause?: unknown) =>
  new OutsideFailure(`The node of ${name} has answered ${what} with something else than nodes do.`, { cause })

/** The result of a method that has to succeed. @throws {@link OutsideFailure} with a sentence */
export function resultOf(name: string, method: string, reply: NodeReply): unknown {
  if ('error' in reply) throw new OutsideFailure(`The node of ${name} has refused ${method}: ${reply.error.message}`)
  return reply.result
}
