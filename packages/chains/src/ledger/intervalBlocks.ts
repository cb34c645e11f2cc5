import type { ChainBackend } from '../backend.ts'
import { mineBlock } from './blocks.ts'
import { isWaiting } from './pending.ts'

/**
 * Mines the block of an EVM chain that is due.
 *
 * @param settingsId - Of the chain's settings.
 * @returns The milliseconds until the next one; `undefined` where it has been turned off
 */
export async function mineAtInterval(backend: ChainBackend, settingsId: string): Promise<number | undefined> {
  const { networkId, interval } = backend.store.chainSettings.get(settingsId) ?? {}
  if (networkId === undefined || interval === undefined) return undefined
  const isMined = isWaiting(backend, networkId) && (await import('./evm/mining.ts')).mineWaiting(backend, networkId)
  if (!isMined) mineBlock(backend, { family: 'eip155', networkId })
  return interval.ms
}
