import type { Hex } from '../codecs/evmTransactions.ts'
import type { Execution } from '../ledger/evm/execution.ts'
import { slotOfPlace } from '../ledger/evm/tokenSlots.ts'
import type { AccessList, CallRequest } from './evmParams.ts'

/** A number as 32 bytes. */
const wordOf = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** The contracts and slots that a call has used, but its own ends where it used no slot of them. */
export function accessListOf(
  { called, touched, slots: used }: Execution,
  { from, to, accessList = [] }: CallRequest,
): AccessList {
  const slots = new Map<Hex, Set<Hex>>()
  const slotsOf = (address: Hex) => {
    const keys = slots.get(address) ?? new Set()
    slots.set(address, keys)
    return keys
  }
  for (const { address, storageKeys } of accessList) for (const key of storageKeys) slotsOf(address).add(key)
  for (const { address, slot } of used) slotsOf(address).add(slot)
  for (const { token, ...place } of touched) slotsOf(token).add(wordOf(slotOfPlace(token, place)))
  for (const address of [...accessList.map((entry) => entry.address), ...called])
    if (address !== from && address !== to) slotsOf(address)
  return [...slots].map(([address, keys]) => ({ address, storageKeys: [...keys] }))
}
