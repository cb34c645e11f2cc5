import { type Backend, newRecord } from '../shared/backend.ts'
import type { PolicySpending } from '../../store/policyRecords.ts'
import type { Room, WalletKeySet } from '../../store/roomRecords.ts'
import { isLive } from '../rooms/rooms.ts'
import type { Charge } from './judgement.ts'

type KeySet = Pick<WalletKeySet, 'id' | 'environmentId'>

const spendingOf = ({ store }: Pick<Backend, 'store'>, { id }: KeySet, ruleId: string): PolicySpending | undefined =>
  store.policySpending.find('byKeySet', [id, ruleId])

/** The reservations of rooms that can still end in a signature. All others are released by that. */
function liveReservations(backend: Backend, { reserved }: PolicySpending): [roomId: string, amount: string][] {
  return Object.entries(reserved).filter(([roomId]) => {
    const room = backend.store.rooms.get(roomId)
    return room !== undefined && isLive(backend, room)
  })
}

/** What a wallet has moved under a rule, with what is reserved: in the smallest unit. */
export function spentUnder(backend: Backend, keySet: KeySet, ruleId: string): bigint {
  const spending = spendingOf(backend, keySet, ruleId)
  if (!spending) return 0n
  return liveReservations(backend, spending).reduce(
    (sum, [, amount]) => sum + BigInt(amount),
    BigInt(spending.committed),
  )
}

/** Reserves what a request moves, for as long as its room can end in a signature. */
export function reserve(
  backend: Backend,
  keySet: KeySet,
  { room: { id: roomId }, charges }: { readonly room: Room; readonly charges: readonly Charge[] },
): void {
  for (const { ruleId, amount } of charges) {
    const { id: keySetId, environmentId } = keySet
    const spending = spendingOf(backend, keySet, ruleId) ?? {
      ...newRecord(backend),
      environmentId,
      keySetId,
      ruleId,
      committed: '0',
      reserved: {},
    }
    const reserved = { ...Object.fromEntries(liveReservations(backend, spending)), [roomId]: String(amount) }
    backend.store.policySpending.put({ ...spending, reserved })
  }
}

/** Counts what a room has reserved as spent. It is called in the transaction in which the signature leaves. */
export function commitSpending({ store }: Pick<Backend, 'store'>, { id }: KeySet, roomId: string): void {
  for (const spending of store.policySpending.scan('byKeySet', [id])) {
    const { [roomId]: amount, ...reserved } = spending.reserved
    if (amount === undefined) continue
    const committed = String(BigInt(spending.committed) + BigInt(amount))
    store.policySpending.put({ ...spending, committed, reserved })
  }
}
