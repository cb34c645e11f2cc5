import { newRecord } from '@latchkey/base/newRecord'
import type { PolicySpending } from '../../store/policyRecords.ts'
import type { Room, WalletKeySet } from '../../store/roomRecords.ts'
import { isLive } from '../rooms/rooms.ts'
import type { Backend } from '../shared/backend.ts'
import type { Charge } from './judgement.ts'

type KeySet = Pick<WalletKeySet, 'id' | 'environmentId'>

const spendingOf = ({ store }: Pick<Backend, 'store'>, { id }: KeySet, ruleId: string): PolicySpending | undefined =>
  store.policySpending.find('byKeySet', [id, ruleId])

/** The reservations of rooms that can still end in a signature. Others no longer count. */
function liveReservations(backend: Backend, { reserved }: PolicySpending): [roomId: string, amount: string][] {
  return Object.entries(reserved).filter(([roomId]) => {
    const room = backend.store.rooms.get(roomId)
    return room !== undefined && isLive(backend, room)
  })
}

/**
 * The amount that a wallet has moved under a rule, with reservations, in the smallest unit.
 *
 * @param transactionId - A transaction whose own charges are left out, since its further signatures cost nothing.
 */
export function spentUnder(
  backend: Backend,
  keySet: KeySet,
  { ruleId, transactionId }: { readonly ruleId: string; readonly transactionId?: string | undefined },
): bigint {
  const spending = spendingOf(backend, keySet, ruleId)
  if (!spending) return 0n
  const { committed, transactions = {}, charged = {} } = spending
  const chargeOf = (payment: string) => BigInt(charged[payment] ?? 0)
  // Rooms that sign the same transaction reserve the same payment.
  const reserved = new Map<string, bigint>()
  for (const [roomId, amount] of liveReservations(backend, spending)) {
    const payment = transactions[roomId] ?? roomId
    if (BigInt(amount) > (reserved.get(payment) ?? 0n)) reserved.set(payment, BigInt(amount))
  }
  let spent = BigInt(committed)
  if (transactionId !== undefined) {
    spent -= chargeOf(transactionId)
    reserved.delete(transactionId)
  }
  for (const [payment, amount] of reserved) if (amount > chargeOf(payment)) spent += amount - chargeOf(payment)
  return spent
}

interface Reservation {
  readonly room: Room
  readonly charges: readonly Charge[]
  readonly transactionId?: string | undefined
}

/** Reserves the amount that a request moves, for as long as its room can end in a signature. */
export function reserve(
  backend: Backend,
  keySet: KeySet,
  { room: { id: roomId }, charges, transactionId }: Reservation,
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
    const live = liveReservations(backend, spending)
    const reserved = { ...Object.fromEntries(live), [roomId]: String(amount) }
    const liveTransactions = live.flatMap(([id]) =>
      spending.transactions?.[id] ? [[id, spending.transactions[id]] as const] : [],
    )
    const transactions = Object.fromEntries(liveTransactions)
    if (transactionId !== undefined) transactions[roomId] = transactionId
    backend.store.policySpending.put({ ...spending, reserved, transactions })
  }
}

/**
 * Counts the reservation of a room as spent, once for all signatures of a transaction. The caller also hands out the
 * signature in the same transaction of the store.
 */
export function commitSpending({ store }: Pick<Backend, 'store'>, { id }: KeySet, roomId: string): void {
  for (const spending of store.policySpending.scan('byKeySet', [id])) {
    const { [roomId]: amount, ...reserved } = spending.reserved
    if (amount === undefined) continue
    const { [roomId]: transactionId, ...transactions } = spending.transactions ?? {}
    const before = transactionId === undefined ? 0n : BigInt(spending.charged?.[transactionId] ?? 0)
    const rest = BigInt(amount) > before ? BigInt(amount) - before : 0n
    const charged = { ...spending.charged }
    if (transactionId !== undefined) charged[transactionId] = String(before + rest)
    const committed = String(BigInt(spending.committed) + rest)
    store.policySpending.put({ ...spending, committed, reserved, transactions, charged })
  }
}
