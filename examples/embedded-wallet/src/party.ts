import { createWalletParty, indexedDbShares, relayEngine } from '@latchkey/client/wallets'
import { api } from './session.ts'

const storage = indexedDbShares()

/** This browser as a party of the person's wallets. In production, pass the engine of your vendor. */
export const party = createWalletParty({ client: api, engine: relayEngine(), storage })

/** Loses the device: the shares of this browser are gone. */
export async function forgetShares(): Promise<void> {
  for (const key of await storage.keys('')) await storage.remove(key)
}
