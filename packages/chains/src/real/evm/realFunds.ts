import type { ChainNode } from '../chainNode.ts'
import { callNode, notFunded } from '../fundingCalls.ts'

/** How development nodes set a balance out of nothing, by their names for it. */
const methods = ['anvil_setBalance', 'hardhat_setBalance']

/**
 * Adds to the balance of an account on a real node, in wei.
 *
 * @throws TypeError with a sentence, for a node that is no development node, or has failed
 */
export async function fundOnNode(node: ChainNode, address: string, amount: bigint): Promise<void> {
  const before = await callNode(node, 'eth_getBalance', [address, 'latest'])
  if ('error' in before) throw notFunded(node, before.error.message)
  const balance = `0x${(BigInt(before.result as string) + amount).toString(16)}`
  let refusal = ''
  for (const method of methods) {
    const reply = await callNode(node, method, [address, balance])
    if ('result' in reply) return
    refusal = reply.error.message
  }
  throw notFunded(node, `it has no method of development nodes that sets a balance (${refusal}).`)
}
