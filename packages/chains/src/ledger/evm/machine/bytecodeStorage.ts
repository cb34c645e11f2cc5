/** The code and slots of contracts whose bytecode runs. They are values that a contract keeps. */
import type { ChainReadStore } from '../../../backend.ts'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import { addressOf, type LedgerBackend, type NetworkAccount } from '../../accounts.ts'
import { deleteValue, storedValue, storeValue } from '../../contractStorage.ts'
import { declareContract } from '../../tokens.ts'

const codeKey = 'bytecode'
const slotPrefix = 'slot '

/** A number as 32 bytes in hex. */
const wordOf = (value: Hex): Hex => `0x${value.slice(2).padStart(64, '0')}`

const keyOf = (slot: Hex): string => slotPrefix + wordOf(slot).slice(2)

const isZero = (value: Hex): boolean => /^0x0*$/.test(value)

export function hasBytecode(
  { store }: { readonly store: Pick<ChainReadStore, 'chainContracts'> },
  { account, networkId }: NetworkAccount,
): boolean {
  return store.chainContracts.find('byAccount', [account, networkId])?.standard === 'bytecode'
}

/** @throws TypeError for a contract that keeps its balances itself */
export function assertKeptByLedger(backend: Parameters<typeof hasBytecode>[0], contract: NetworkAccount): void {
  if (!hasBytecode(backend, contract)) return
  throw new TypeError(
    `Failed to set a balance: the token ${addressOf(contract.account)} has bytecode, which keeps its balances itself. \
Call its functions, such as a transfer from an account that has some.`,
  )
}

export const bytecodeAt = (backend: Pick<LedgerBackend, 'store'>, contract: NetworkAccount): Hex =>
  (storedValue(backend, contract, codeKey) ?? '0x') as Hex

export function writeBytecode(backend: LedgerBackend, contract: NetworkAccount, code: Hex): void {
  declareContract(backend, { ...contract, standard: 'bytecode' })
  storeValue(backend, contract, { key: codeKey, value: code })
}

export const readSlot = (backend: Pick<LedgerBackend, 'store'>, contract: NetworkAccount, slot: Hex): Hex | undefined =>
  storedValue(backend, contract, keyOf(slot)) as Hex | undefined

export function writeSlot(
  backend: LedgerBackend,
  contract: NetworkAccount,
  { slot, value }: { readonly slot: Hex; readonly value: Hex },
): void {
  if (isZero(value)) deleteValue(backend, contract, keyOf(slot))
  else storeValue(backend, contract, { key: keyOf(slot), value: wordOf(value) })
}

/** Empties the whole storage of a contract. */
export function clearSlots({ store }: Pick<LedgerBackend, 'store'>, { account, networkId }: NetworkAccount): void {
  for (const { id, key } of store.contractValues.scan('byKey', [account, networkId]))
    if (key.startsWith(slotPrefix)) store.contractValues.delete(id)
}

/** Removes a contract with all that it keeps. */
export function removeBytecode(backend: LedgerBackend, contract: NetworkAccount): void {
  clearSlots(backend, contract)
  removeCode(backend, contract)
}

/** Removes the code of a contract; its slots stay. */
export function removeCode(backend: LedgerBackend, contract: NetworkAccount): void {
  const { store } = backend
  const { account, networkId } = contract
  deleteValue(backend, contract, codeKey)
  const record = store.chainContracts.find('byAccount', [account, networkId])
  if (record) store.chainContracts.delete(record.id)
}
