import type { Delegation } from '../../../store/delegationRecords.ts'
import { delegationOf } from '../../delegation/delegations.ts'
import { keySetOf } from '../../keySets/keySets.ts'
import { failRoomsOfDelegation } from '../../rooms/rooms.ts'
import type { Backend } from '../../shared/backend.ts'

/**
 * Ends a delegation. The wallet API key and the rooms that it has opened end at once, and the share of the server takes
 * part in no ceremony any more. The wallet's settings ask the user's device to share the key anew, which makes the
 * server's share worthless.
 */
export function revokeDelegation(backend: Backend, delegation: Delegation): void {
  const { store, clock } = backend
  const { walletId, generation } = delegation
  endDelegation(backend, delegation)
  const keySet = keySetOf(backend, walletId)
  const wallet = store.wallets.get(walletId)
  if (!wallet || keySet?.keySet.generation !== generation) return
  const retiredAt = clock.iso()
  const parties = keySet.parties.map((party) => (party.side === 'delegated' ? { ...party, retiredAt } : party))
  store.keySets.put({ ...keySet, parties })
  const settings = { ...wallet.properties?.settings, revokeOnNextSignOn: true }
  store.wallets.put({ ...wallet, properties: { ...wallet.properties, settings } })
}

/** Ends the delegation of a wallet whose shares were renewed, since the share of the server no longer counts. */
export function endDelegationOf(backend: Backend, walletId: string): void {
  const delegation = delegationOf(backend, walletId)
  if (delegation) endDelegation(backend, delegation)
}

function endDelegation(backend: Backend, delegation: Delegation): void {
  backend.store.delegations.put({ ...delegation, revokedAt: backend.clock.iso() })
  failRoomsOfDelegation(backend, delegation.id)
}
