import { isAddress } from '../policyChains.ts'
import type { DisguiseInput, PolicyDisguise } from './disguise.ts'

/**
 * Makes requests to sign that give an address value or power, in every way that the mock knows: openly, in batches, in
 * user operations, by typed data. A policy that denies the address has to refuse all of them.
 *
 * @throws TypeError for a text that is not an address of EVM or Solana, for a wallet of another chain than the address,
 * and for a chain id that is not a whole number from 1
 * @example
 * const disguises = await policyDisguises({ address: '0x52908400098527886E0F7030069857D2E4169EE7' })
 */
export async function policyDisguises(input: DisguiseInput): Promise<PolicyDisguise[]> {
  const { address, wallet, chainId = 1 } = input
  const chain = (['EVM', 'SVM'] as const).find((each) => isAddress(each, address))
  if (!chain) throw failure(`"${address}" is not an address of EVM or Solana.`)
  if (wallet !== undefined && !isAddress(chain, wallet))
    throw failure(`the wallet "${wallet}" is not an address of ${chainNames[chain]}, as "${address}" is.`)
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw failure(`the chain id ${chainId} is not a whole number from 1.`)
  return writers[chain](input)
}

const chainNames = { EVM: 'EVM', SVM: 'Solana' } as const

/** The libraries of a chain are loaded with its first request. */
const writers = {
  EVM: async (input: DisguiseInput) => (await import('./evmDisguises.ts')).evmDisguises(input),
  SVM: async (input: DisguiseInput) => (await import('./svmDisguises.ts')).svmDisguises(input),
} as const

const failure = (reason: string) => new TypeError(`Failed to make disguises: ${reason}`)
