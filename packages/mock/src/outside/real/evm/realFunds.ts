import type { ChainNode, NodeReply } from '../../../effects/chainNode.ts'

/** How development nodes set a balance out of nothing, by their names for it. */
const methods = ['anvil_setBalance', 'hardhat_setBalance']

/**
 * Adds to the balance of an account on a real node, in wei.
 *
 * @throws TypeError with a sentence, for a node that is no development node, or has failed
 */
export async function fundOnNode(node: ChainNode, address: string, amount: bigint): Promise<void> {
  const before = await call(node, 'eth_getBalance', [address, 'latest'])
  if ('error' in before) throw failed(node, before.error.message)
  const balance = `0x${(BigInt(before.result as string) + amount).toString(16)}`
  let refusal = ''
  for (const method of methods) {
    const reply = await call(node, method, [address, balance])
    if ('result' in reply) return
    refusal = reply.error.message
  }
  throw failed(node, `it has no method of development nodes that sets a balance (${refusal}).`)
}

async function call(node: ChainNode, method: string, params: readonly unknown[]): Promise<NodeReply> {
  const [answer] = await node.ask([{ label: method, content: { method, params } }])
  if (!answer || 'problem' in answer) throw failed(node, answer?.problem ?? 'it has not answered.')
  return answer.value as NodeReply
}

const failed = ({ name, url }: ChainNode, reason: string) =>
  new TypeError(`Failed to fund an account on ${name} (${url.origin}): ${reason}`)
