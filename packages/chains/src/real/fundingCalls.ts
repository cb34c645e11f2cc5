import type { ChainNode, NodeReply } from './chainNode.ts'

/** Calls a method of a node at once, outside of any piece of work. @throws TypeError when it does not answer */
export async function callNode(node: ChainNode, method: string, params: readonly unknown[]): Promise<NodeReply> {
  const [answer] = await node.ask([{ label: method, content: { method, params } }])
  if (!answer || 'problem' in answer) throw notFunded(node, answer?.problem ?? 'it has not answered.')
  return answer.value as NodeReply
}

export const notFunded = ({ name, url }: ChainNode, reason: string) =>
  new TypeError(`Failed to fund an account on ${name} (${url.origin}): ${reason}`)
