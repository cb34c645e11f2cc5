import { providerCodes } from '../codes.ts'
import type { ProviderParts } from '../providerParts.ts'
import type { Hex } from '../types.ts'
import type { BatchAccount } from './batchAccount.ts'
import type { BatchCall } from './readBatch.ts'

/** Makes one call of an account of several. @throws `invalidParams` for a call that creates a contract */
export async function accountCallOf(
  { ask, fail }: ProviderParts,
  { address, chainId, delegation, smartWallet }: BatchAccount,
  calls: readonly BatchCall[],
): Promise<Hex> {
  if (calls.some(({ to }) => to === undefined))
    throw fail(providerCodes.invalidParams, 'An account with code creates no contracts, and the batch has such a call.')
  const { encodeCalls, modeQuestion } = await import('./encodeCalls.ts')
  // A smart wallet may not be deployed yet, and then nothing answers at its address.
  const question = { to: delegation ?? smartWallet?.address ?? address, data: modeQuestion }
  const answer = await ask(chainId, 'eth_call', [question, 'latest']).catch(() => undefined)
  return encodeCalls(calls, typeof answer === 'string' && /^0x0{63}1$/.test(answer))
}
