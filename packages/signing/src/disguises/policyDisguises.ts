import { isAddress } from '../policyChains.ts'
import type { DisguiseInput, PolicyDisguise } from './disguise.ts'

/**
 * Makes requests to sign that give an address value or power, in every way that the mock knows: openly, in batches, in
 * user operations, by typed data. A policy that denies the address has to refuse all of them.
 *
 * @throws TypeError for a text that is not an address of EVM or Solana
 * @example
 * const disguises = await policyDisguises({ address: '0x52908400098527886E0F7030069857D2E4169EE7' })
 */
export async function policyDisguises(input: DisguiseInput): Promise<PolicyDisguise[]> {
  if (isAddress('EVM', input.address)) return (await import('./evmDisguises.ts')).evmDisguises(input)
  if (isAddress('SVM', input.address)) return (await import('./svmDisguises.ts')).svmDisguises(input)
  throw new TypeError(`Failed to make disguises: "${input.address}" is not an address of EVM or Solana.`)
}
