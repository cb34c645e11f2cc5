import type { KeySet, PartySecrets } from '@latchkey/ceremony'
import { type Backend, newRecord } from '../../backend.ts'
import type { KeySetParty, WalletKeySet } from '../../store/roomRecords.ts'
import { sealingOf } from './sealing.ts'

/** The key set of a wallet; `undefined` for a wallet whose key is not shared. */
export function keySetOf({ store }: Pick<Backend, 'store'>, walletId: string): WalletKeySet | undefined {
  return store.keySets.find('byWallet', [walletId])
}

/** What a wallet's key set is made of. */
type KeySetInput = Pick<WalletKeySet, 'environmentId' | 'walletId' | 'chain' | 'addressType' | 'keySet'> & {
  /** The service's parties, each with its share. */
  readonly services: readonly PartySecrets[]
}

/** Keeps the key set of a new wallet. */
export async function createKeySet(backend: Backend, { services, ...input }: KeySetInput): Promise<WalletKeySet> {
  const { seal } = await sealingOf(backend)
  return backend.store.keySets.insert({
    ...newRecord(backend),
    ...input,
    parties: partiesOf(input.keySet, services),
    serverShares: seal(services),
  })
}

function partiesOf({ parties }: KeySet, services: readonly PartySecrets[]): KeySetParty[] {
  const serviceIds = new Set(services.map(({ identity }) => identity.keygenId))
  return parties.map(({ keygenId }) => ({ keygenId, side: serviceIds.has(keygenId) ? 'server' : 'client' }))
}
