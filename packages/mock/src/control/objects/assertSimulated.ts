import { type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import { nameOfProvider, type RealPart } from '../../effects/realParts.ts'
import type { World } from '../../world/world.ts'

/** One network of a chain. */
export interface NetworkOfChain {
  readonly chain: Chain
  readonly networkId: number
}

/**
 * Asserts that a network's chain is simulated: a real node has no ledger that tests could change.
 *
 * @param call - The function, for the message: `chain.reorg()`.
 * @throws TypeError with the way to go
 */
export function assertSimulated({ realParts }: Pick<World, 'realParts'>, network: NetworkOfChain, call: string): void {
  const { chain, networkId } = network
  const part = realParts.chainAt({ family: chainNamespace(chain), networkId })
  if (!part) return
  const shown = chain === 'SOL' ? `'${part.name.replace('solana ', '')}'` : networkId
  throw new TypeError(
    `Failed to call "${call}": ${part.name} is a real node (${part.origin}). Use its own methods by ` +
      `"chain.rpcUrl(${shown})", or "chain.detach(${shown})" first.`,
  )
}

/**
 * Asserts that the names of a chain are simulated: those of a real registry are changed there.
 *
 * @param call - The function, for the message: `chain.registerName()`.
 * @throws TypeError with the way to go
 */
export function assertSimulatedNames({ realParts }: Pick<World, 'realParts'>, chain: Chain, call: string): void {
  const isHere = (part: RealPart) => part.hasNames === true && part.network?.family === chainNamespace(chain)
  const part = realParts.list().find(isHere)
  if (!part) return
  throw new TypeError(
    `Failed to call "${call}": ${part.name} is a real node (${part.origin}), whose registry has the names. Use its ` +
      `contracts, or "chain.detach(${part.network?.networkId})" first.`,
  )
}

/**
 * Asserts that a provider is simulated: a real one has its own people.
 *
 * @param call - The function, for the message: `idp.google.addUser()`.
 * @throws TypeError with the way to go
 */
export function assertSimulatedProvider({ realParts }: Pick<World, 'realParts'>, provider: string, call: string): void {
  const part = realParts.find(nameOfProvider(provider))
  if (!part) return
  throw new TypeError(
    `Failed to call "${call}": ${part.name} is a real one (${part.origin}). Sign in and add people there, or call ` +
      `"idp.${provider}.detach()" first.`,
  )
}
