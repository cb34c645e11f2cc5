import type { World } from '../../world/world.ts'

/**
 * Asserts that a network's chain is pretended: a real node has no ledger that tests could change.
 *
 * @param call - The function, for the message: `chain.reorg()`.
 * @throws TypeError with the way to go
 */
export function assertPretended({ realParts }: Pick<World, 'realParts'>, networkId: number, call: string): void {
  const node = realParts.nodeAt('evm', String(networkId))
  if (!node) return
  throw new TypeError(
    `Failed to call "${call}": ${node.name} is a real node (${node.url.origin}). Use its own methods by ` +
      `"chain.rpcUrl(${networkId})", or "chain.detach(${networkId})" first.`,
  )
}
