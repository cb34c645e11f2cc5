import { nameOfProvider } from '../../effects/realParts.ts'
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

/**
 * Asserts that a provider is pretended: a real one has its own people.
 *
 * @param call - The function, for the message: `idp.google.addUser()`.
 * @throws TypeError with the way to go
 */
export function assertPretendedProvider({ realParts }: Pick<World, 'realParts'>, provider: string, call: string): void {
  const part = realParts.find(nameOfProvider(provider))
  if (!part) return
  throw new TypeError(
    `Failed to call "${call}": ${part.name} is a real one (${part.origin}). Sign in and add people there, or call ` +
      `"idp.${provider}.detach()" first.`,
  )
}
