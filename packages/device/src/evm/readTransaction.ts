import { type Fail, providerCodes } from './codes.ts'
import type { Authorization, Hex, SignatureParts } from './types.ts'

interface AccessListEntry {
  readonly address: Hex
  readonly storageKeys: readonly Hex[]
}

/** A transaction that an app gave to a provider, read: every field that is there has its form. */
export interface ReadTransaction {
  readonly from: unknown
  /** Without it the transaction creates a contract. */
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  readonly accessList?: readonly AccessListEntry[] | undefined
  /** Delegations of accounts (EIP-7702), which only the wallet itself adds. */
  readonly authorizationList?: readonly (Authorization & SignatureParts)[] | undefined
  readonly type?: bigint
  readonly chainId?: bigint
  readonly nonce?: bigint
  readonly value?: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/** A quantity of JSON-RPC, or a number; `undefined` for anything else. */
export function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  return typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

const isBytes = (value: unknown, length?: number): value is Hex =>
  typeof value === 'string' &&
  /^0x([\da-f]{2})*$/i.test(value) &&
  (length === undefined || value.length === 2 + 2 * length)

const isAccessList = (value: unknown): value is readonly AccessListEntry[] =>
  Array.isArray(value) &&
  value.every(
    (entry) =>
      isBytes(Object(entry).address, 20) &&
      Array.isArray(entry.storageKeys) &&
      entry.storageKeys.every((key: unknown) => isBytes(key, 32)),
  )

const quantities = [
  'type',
  'chainId',
  'nonce',
  'value',
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
] as const
/** The fields of the transaction types that the provider does not sign. */
const unsignable = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars'] as const

/**
 * Reads the transaction of `eth_sendTransaction`, before a person is asked about it.
 *
 * @throws `invalidParams`, with the field
 */
export function readTransaction(parameter: unknown, fail: Fail): ReadTransaction {
  const fields = Object(parameter) as Record<string, unknown>
  const refuse = (sentence: string) => fail(providerCodes.invalidParams, sentence)
  /** A field that is there, in its form. */
  function read<T>(name: string, form: string, parse: (value: unknown) => T | undefined): T | undefined {
    const value = fields[name]
    if (value === undefined || value === null) return undefined
    const parsed = parse(value)
    if (parsed === undefined) throw refuse(`"${name}" of the transaction is not ${form}.`)
    return parsed
  }
  const bytesOf = (value: unknown) => (isBytes(value) ? value : undefined)

  for (const name of unsignable)
    if (fields[name] !== undefined) throw refuse(`The wallet signs no transactions with "${name}".`)
  const { gasLimit, ...numbers }: Record<string, bigint | undefined> = Object.fromEntries(
    quantities.map((name) => [name, read(name, 'a quantity', readQuantity)]),
  )
  if (numbers.gas !== undefined && gasLimit !== undefined && numbers.gas !== gasLimit)
    throw refuse('"gas" and "gasLimit" of the transaction differ.')
  const input = read('input', 'bytes in hex', bytesOf)
  const data = read('data', 'bytes in hex', bytesOf) ?? input
  if (input !== undefined && data !== input) throw refuse('"data" and "input" of the transaction differ.')
  const transaction: ReadTransaction = {
    from: fields.from,
    to: read('to', 'an address', (value) => (isBytes(value, 20) ? value : undefined)),
    data,
    accessList: read('accessList', 'an access list', (value) => (isAccessList(value) ? value : undefined)),
    ...numbers,
    // Ethers names it so.
    ...(gasLimit !== undefined && { gas: gasLimit }),
  }
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas: tip } = transaction
  if (type !== undefined && type > 2n) throw refuse(`The wallet signs no transactions of type ${type}.`)
  const isByBaseFee = maxFeePerGas !== undefined || tip !== undefined
  if (isByBaseFee && (gasPrice !== undefined || (type !== undefined && type < 2n)))
    throw refuse('"maxFeePerGas" and "maxPriorityFeePerGas" are for transactions of type 2, without "gasPrice".')
  if (gasPrice !== undefined && type === 2n) throw refuse('A transaction of type 2 has no "gasPrice".')
  if (maxFeePerGas !== undefined && tip !== undefined && tip > maxFeePerGas)
    throw refuse('"maxPriorityFeePerGas" of the transaction is above "maxFeePerGas".')
  if (transaction.accessList && type === 0n) throw refuse('A transaction of type 0 has no "accessList".')
  if (transaction.to === undefined && data === undefined) throw refuse('The transaction has neither "to" nor "data".')
  return transaction
}
