/** Reads the parameters of the methods of an EVM chain. Each reader throws an {@link RpcError} for other values. */
import { defined } from '@latchkey/base/defined'
import type { Hex } from '../codecs/evmTransactions.ts'
import { noBlobs } from '../ledger/evm/transactionChecks.ts'
import { RpcError } from './jsonRpc.ts'

const wrong = (name: string, form: string) => new RpcError('params', `invalid argument: ${name} has to be ${form}`)

export function readAddress(value: unknown, name = 'address'): Hex {
  if (typeof value !== 'string' || !/^0x[\da-f]{40}$/i.test(value)) throw wrong(name, 'an address of 20 bytes in hex')
  return value.toLowerCase() as Hex
}

export function readHash(value: unknown, name = 'hash'): Hex {
  if (typeof value !== 'string' || !/^0x[\da-f]{64}$/i.test(value)) throw wrong(name, '32 bytes in hex')
  return value.toLowerCase() as Hex
}

export function readData(value: unknown, name = 'data'): Hex {
  if (value === undefined || value === null) return '0x'
  if (typeof value !== 'string' || !/^0x([\da-f]{2})*$/i.test(value)) throw wrong(name, 'bytes in hex')
  return value.toLowerCase() as Hex
}

/** A whole number in hex, of at most 32 bytes; absent as 0. */
export function readQuantity(value: unknown, name: string): bigint {
  if (value === undefined || value === null) return 0n
  if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value)) throw wrong(name, 'a number in hex')
  return BigInt(value)
}

export function readObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object')
  return value as Readonly<Record<string, unknown>>
}

/** A block as callers name it: its number, its hash, or `latest` for each tag of the newest block. */
export type BlockId = number | Hex | 'latest'

const newest: ReadonlySet<unknown> = new Set([undefined, null, 'latest', 'pending', 'safe', 'finalized'])

/** A tag, a number, a hash, or an object with a number or hash (EIP-1898). */
export function readBlockId(value: unknown): BlockId {
  if (newest.has(value)) return 'latest'
  if (value === 'earliest') return 0
  if (typeof value === 'object') {
    const { blockHash, blockNumber } = readObject(value, 'block')
    return blockHash === undefined ? readBlockId(blockNumber) : readHash(blockHash, 'blockHash')
  }
  if (typeof value === 'string' && /^0x[\da-f]{1,13}$/i.test(value)) return Number(value)
  if (typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value)) return readHash(value)
  throw wrong('block', 'a tag, a number in hex, a hash, or an object with a number or hash')
}

/** Addresses and slots that a transaction names beforehand. */
export type AccessList = readonly { readonly address: Hex; readonly storageKeys: readonly Hex[] }[]

/** A call as `eth_call` and `eth_estimateGas` take it. */
export interface CallRequest {
  readonly from: Hex
  /** Absent where a contract is created. */
  readonly to?: Hex
  readonly value: bigint
  readonly data: Hex
  readonly accessList?: AccessList
  readonly authorizationList?: readonly unknown[]
}

/** The access list of a call (EIP-2930); absent for an empty one. */
function readAccessList(value: unknown): AccessList | undefined {
  if (value === undefined || value === null) return undefined
  if (!Array.isArray(value)) throw wrong('accessList', 'a list')
  return value.map((entry: unknown) => {
    const { address, storageKeys = [] } = readObject(entry, 'accessList')
    if (!Array.isArray(storageKeys)) throw wrong('storageKeys', 'a list')
    return {
      address: readAddress(address),
      storageKeys: storageKeys.map((key: unknown) => readHash(key, 'storageKeys')),
    }
  })
}

export function readCall(value: unknown): CallRequest {
  const fields = readObject(value, 'transaction')
  const { from, to, value: sent, data, input, accessList, authorizationList, blobVersionedHashes } = fields
  if (blobVersionedHashes !== undefined && blobVersionedHashes !== null) throw new RpcError(-32_000, noBlobs)
  if (authorizationList !== undefined && !Array.isArray(authorizationList)) throw wrong('authorizationList', 'a list')
  return {
    from: readAddress(from ?? `0x${'0'.repeat(40)}`, 'from'),
    ...defined({ to: to !== undefined && to !== null ? readAddress(to, 'to') : undefined }),
    value: readQuantity(sent, 'value'),
    data: readData(input ?? data),
    ...defined({
      accessList: readAccessList(accessList),
      authorizationList: Array.isArray(authorizationList) ? authorizationList : undefined,
    }),
  }
}

/** The filter of a request for logs. */
export interface LogFilter {
  readonly from: BlockId
  readonly to: BlockId
  /** Any contract when absent. */
  readonly addresses?: ReadonlySet<string>
  /** By position: the values that are accepted there; any value when absent. */
  readonly topics: readonly (ReadonlySet<string> | undefined)[]
}

export function readLogFilter(value: unknown): LogFilter {
  const { fromBlock, toBlock, blockHash, address, topics = [] } = readObject(value, 'filter')
  if (!Array.isArray(topics) || topics.length > 4) throw wrong('topics', 'a list of at most four')
  const only = blockHash === undefined ? undefined : readHash(blockHash, 'blockHash')
  return {
    from: only ?? readBlockId(fromBlock),
    to: only ?? readBlockId(toBlock),
    ...defined({
      addresses:
        address !== undefined && address !== null
          ? new Set(listOf(address).map((each) => readAddress(each)))
          : undefined,
    }),
    topics: topics.map((topic: unknown) =>
      topic === null || topic === undefined ? undefined : new Set(listOf(topic).map((each) => readHash(each, 'topic'))),
    ),
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
