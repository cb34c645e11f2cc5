import { newRecord } from '@latchkey/base/newRecord'
import type { StoredValue } from '../contractDefinitions.ts'
import type { ContractValue } from '../records.ts'
import type { LedgerBackend, NetworkAccount } from './accounts.ts'

type StorageBackend = Pick<LedgerBackend, 'store'>

function recordOf({ store }: StorageBackend, { account, networkId }: NetworkAccount, key: string) {
  const [record] = store.contractValues.page('byKey', [account, networkId, key], { offset: 0, limit: 1 })
  return record as ContractValue | undefined
}

/** The value that a contract keeps under a key. */
export function storedValue(backend: StorageBackend, contract: NetworkAccount, key: string): StoredValue | undefined {
  const record = recordOf(backend, contract, key)
  return record && decode(record.value)
}

/** Keeps a value. @throws TypeError for what is not plain data */
export function storeValue(
  backend: LedgerBackend,
  { account, networkId }: NetworkAccount,
  { key, value }: { readonly key: string; readonly value: StoredValue },
): void {
  const record = recordOf(backend, { account, networkId }, key)
  backend.store.contractValues.put({
    ...(record ?? newRecord(backend)),
    account,
    networkId,
    key,
    value: JSON.stringify(encode(value)),
  })
}

/** Forgets a value. */
export function deleteValue(backend: StorageBackend, contract: NetworkAccount, key: string): void {
  const record = recordOf(backend, contract, key)
  if (record) backend.store.contractValues.delete(record.id)
}

/** JSON has no `bigint`: it becomes a text that begins with `#`, and a text that begins so gets another one. */
function encode(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return `#${value}`
  if (typeof value === 'string') return value.startsWith('#') ? `#${value}` : value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return value.map(encode)
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value)))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encode(field)]))
  throw new TypeError(
    'Failed to keep a value: a contract keeps texts, numbers, bigints, booleans, null, lists and plain objects of these.',
  )
}

function decode(json: string): StoredValue {
  return JSON.parse(json, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('#')) return value
    return value.startsWith('##') ? value.slice(1) : BigInt(value.slice(1))
  }) as StoredValue
}
