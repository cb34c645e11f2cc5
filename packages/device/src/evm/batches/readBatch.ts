import { type Fail, providerCodes } from '../codes.ts'
import { readQuantity } from '../readTransaction.ts'
import type { Hex } from '../types.ts'

/** How many calls a batch may have. */
const maximumCalls = 100
/** EIP-5792: an id has at most 4096 bytes, which may be hex after `0x`. */
const maximumIdLength = 8194

/** A call of a batch. */
export interface BatchCall {
  /** Without it the call creates a contract. */
  readonly to?: Hex | undefined
  readonly value: bigint
  readonly data: Hex
}

/** A service that pays the gas (ERC-7677). */
export interface PaymasterService {
  readonly url: string
  readonly context: object
  readonly isOptional: boolean
}

/** The parameters of `wallet_sendCalls`, read. */
export interface ReadBatch {
  readonly id?: string | undefined
  readonly from: Hex
  readonly chainId: number
  readonly atomicRequired: boolean
  readonly calls: readonly [BatchCall, ...BatchCall[]]
  readonly paymaster?: PaymasterService | undefined
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isAddress = (value: unknown): value is Hex => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)
const isBytes = (value: unknown): value is Hex => typeof value === 'string' && /^0x([\da-f]{2})*$/i.test(value)
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/** Whose batch it is unless it says so, and how to refuse it. */
interface Reading {
  readonly account: Hex
  readonly fail: Fail
}

/**
 * Reads a batch, before a person is asked about it.
 *
 * @throws `invalidParams`, with the field; `tooManyCalls`; `missingCapability` for one that is not optional and that no
 * wallet of this kind has
 */
export function readBatch(parameter: unknown, { account, fail }: Reading): ReadBatch {
  const invalid = (sentence: string) => fail(providerCodes.invalidParams, sentence)
  if (!isObject(parameter)) throw invalid('The batch is not an object.')
  const { version, id, from, chainId, atomicRequired, calls, capabilities } = parameter
  if (version !== '2.0.0') throw invalid('"version" of the batch is not "2.0.0".')
  if (!isAbsent(id) && (typeof id !== 'string' || id === '' || id.length > maximumIdLength))
    throw invalid('"id" of the batch is not a text of at most 4096 bytes.')
  if (!isAbsent(from) && !isAddress(from)) throw invalid('"from" of the batch is not an address.')
  const chain = Number(readQuantity(chainId))
  if (!Number.isSafeInteger(chain)) throw invalid('"chainId" of the batch is not a chain id in hex.')
  if (typeof atomicRequired !== 'boolean') throw invalid('"atomicRequired" of the batch is neither true nor false.')
  const [first, ...later]: readonly unknown[] = Array.isArray(calls) ? calls : []
  if (!Array.isArray(calls) || calls.length === 0) throw invalid('"calls" of the batch is not a list of calls.')
  if (calls.length > maximumCalls)
    throw fail(providerCodes.tooManyCalls, `The batch has ${calls.length} calls, and may have ${maximumCalls}.`)
  const { paymasterService, ...others } = readCapabilities(capabilities, fail)
  assertOptional(others, fail)
  return {
    id: isAbsent(id) ? undefined : (id as string),
    from: isAbsent(from) ? account : from,
    chainId: chain,
    atomicRequired,
    calls: [
      readCall(first, 'Call 0 of the batch', fail),
      ...later.map((call, index) => readCall(call, `Call ${index + 1} of the batch`, fail)),
    ],
    paymaster: paymasterService && readPaymaster(paymasterService, fail),
  }
}

function readCall(call: unknown, name: string, fail: Fail): BatchCall {
  const invalid = (sentence: string) => fail(providerCodes.invalidParams, `${name} ${sentence}`)
  if (!isObject(call)) throw invalid('is not an object.')
  const { to, data = '0x', value, capabilities } = call
  assertOptional(readCapabilities(capabilities, fail), fail)
  const amount = isAbsent(value) ? 0n : readQuantity(value)
  if (amount === undefined) throw invalid('has a "value" that is no quantity.')
  if (!isAbsent(to) && !isAddress(to)) throw invalid('has a "to" that is no address.')
  if (!isAbsent(data) && !isBytes(data)) throw invalid('has a "data" that is no bytes in hex.')
  if (isAbsent(to) && isAbsent(call.data)) throw invalid('has neither "to" nor "data".')
  return { ...(!isAbsent(to) && { to }), value: amount, data: data ?? '0x' }
}

type Capabilities = Readonly<Record<string, Fields>>

function readCapabilities(value: unknown, fail: Fail): Capabilities {
  if (isAbsent(value)) return {}
  if (isObject(value) && Object.values(value).every(isObject)) return value as Capabilities
  throw fail(providerCodes.invalidParams, '"capabilities" is not an object of objects.')
}

/** @throws `missingCapability` */
function assertOptional(capabilities: Capabilities, fail: Fail): void {
  const required = Object.entries(capabilities).find(([, { optional }]) => optional !== true)
  if (required) throw fail(providerCodes.missingCapability, `The wallet does not have the capability "${required[0]}".`)
}

function readPaymaster({ url, context = {}, optional }: Fields, fail: Fail): PaymasterService {
  const isUrl = typeof url === 'string' && /^https?:\/\//.test(url)
  if (!isUrl) throw fail(providerCodes.invalidParams, '"url" of the paymaster service is no URL.')
  if (!isObject(context))
    throw fail(providerCodes.invalidParams, '"context" of the paymaster service is not an object.')
  return { url, context, isOptional: optional === true }
}
