import { defined } from '@latchkey/base/defined'
import type { Hex } from '../codecs/evmTransactions.ts'
import { changeAccount } from '../ledger/accounts.ts'
import { codeTextAt } from '../ledger/evm/code.ts'
import { accountOf, type Code } from '../ledger/evm/execution.ts'
import { codeOfBytecode } from '../ledger/evm/knownCode.ts'
import { bytecode } from '../ledger/evm/machine/bytecode.ts'
import {
  clearSlots as clearCodeSlots,
  hasBytecode,
  removeCode,
  writeBytecode,
  writeSlot,
} from '../ledger/evm/machine/bytecodeStorage.ts'
import { clearSlots, isToken, knownAccounts, placesOf, writePlace } from '../ledger/evm/tokenSlots.ts'
import type { EvmChain } from './evmChain.ts'
import { type CallRequest, readAddress, readData, readHash, readObject, readQuantity } from './evmParams.ts'
import { RpcError } from './jsonRpc.ts'

/** How many accounts and slots one request may override. */
const overrideLimit = 1000
/** How many accounts are tried as owner and spender of an allowance. */
const pairLimit = 64
/** How many addresses in the data of a call are tried as owners. */
const mentionedLimit = 100

const realNode = 'To run code of your own, attach a real node: mock.chain.attach(networkId, url).'
const noBytecode = `this chain runs no bytecode, and it does not know this code. A test says what a contract answers: \
mock.chain.contract(address, abi, handlers). ${realNode}`
const noSlots = `only tokens have storage slots on this chain. A test says what another contract answers: \
mock.chain.contract(address, abi, handlers). ${realNode}`
const noOwner = `no account of the call, and none that this chain knows, has its balance or allowance of the token \
there. Override the balance of the account as well, so that the chain knows it.`

/** The fields that a caller sets at an address. */
interface AccountOverride {
  readonly balance?: bigint
  readonly nonce?: number
  readonly code?: Hex
  readonly slots?: ReadonlyMap<bigint, bigint>
  /** Whether the slots replace the whole storage. */
  readonly isWhole: boolean
}

export type StateOverrides = ReadonlyMap<Hex, AccountOverride>

const fields: ReadonlySet<string> = new Set([
  'balance',
  'nonce',
  'code',
  'state',
  'stateDiff',
  'movePrecompileToAddress',
])

const isPresent = (value: unknown) => value !== undefined && value !== null

/** Reads state overrides as nodes take them. @throws {@link RpcError} */
export function readStateOverrides(value: unknown): StateOverrides {
  const overrides = Object.entries(isPresent(value) ? readObject(value, 'state overrides') : {})
  const read = new Map(overrides.map(([address, account]) => [readAddress(address), readAccount(address, account)]))
  const slots = [...read.values()].reduce((sum, account) => sum + (account.slots?.size ?? 0), 0)
  if (overrides.length + slots > overrideLimit)
    throw new RpcError('params', `invalid argument: at most ${overrideLimit} accounts and slots can be overridden`)
  return read
}

function readAccount(address: string, value: unknown): AccountOverride {
  const { balance, nonce, code, state, stateDiff, ...others } = readObject(value, `state override of ${address}`)
  for (const name of Object.keys(others))
    if (!fields.has(name)) throw new RpcError('params', `invalid argument: unknown field "${name}" of a state override`)
  if (isPresent(others.movePrecompileToAddress))
    throw new RpcError(-32_000, `account ${address} is not a precompile: this chain has none. ${realNode}`)
  if (isPresent(state) && isPresent(stateDiff))
    throw new RpcError('params', `account ${address} has both 'state' and 'stateDiff'`)
  return {
    ...defined({
      balance: isPresent(balance) ? readQuantity(balance, 'balance') : undefined,
      nonce: isPresent(nonce) ? readNonce(nonce) : undefined,
      code: isPresent(code) ? readData(code, 'code') : undefined,
      slots: isPresent(state) || isPresent(stateDiff) ? readSlots(state ?? stateDiff) : undefined,
    }),
    isWhole: isPresent(state),
  }
}

function readNonce(value: unknown): number {
  const nonce = readQuantity(value, 'nonce')
  if (nonce >= BigInt(Number.MAX_SAFE_INTEGER)) throw new RpcError('params', 'invalid argument: nonce has max value')
  return Number(nonce)
}

function readSlots(value: unknown): Map<bigint, bigint> {
  const slots = Object.entries(readObject(value, 'the storage of a state override'))
  return new Map(
    slots.map(([slot, word]) => [readQuantity(slot, 'slot'), BigInt(readHash(word, 'the value of a slot'))]),
  )
}

/** The accounts of a call. */
type Call = Pick<CallRequest, 'from' | 'to' | 'data'>

/**
 * Overrides the state of a chain. The caller undoes the writes.
 *
 * @param calls - Whose accounts are tried as owners of overridden slots.
 * @returns The chain, with calls of the overridden code
 * @throws {@link RpcError} for code and slots that the ledger does not have
 */
export function overrideState(chain: EvmChain, overrides: StateOverrides, calls: readonly Call[]): EvmChain {
  if (overrides.size === 0) return chain
  const codes = new Map(chain.codes)
  for (const [address, { balance, nonce, code }] of overrides) {
    const networkAccount = { account: accountOf(address), networkId: chain.networkId }
    if (balance !== undefined) changeAccount(chain.backend, networkAccount, { balance })
    if (nonce !== undefined) changeAccount(chain.backend, networkAccount, { nonce })
    if (code !== undefined) overrideCode(chain, codes, { address, code })
  }
  const ends = calls.flatMap(({ from, to }) => [from, ...(to ? [to] : [])])
  const mentioned = [...ends, ...overrides.keys(), ...addressesIn(calls.map(({ data }) => data))]
  for (const [address, { slots, isWhole }] of overrides)
    if (slots) overrideSlots(chain, { address, slots, isWhole }, mentioned)
  return { ...chain, codes }
}

/** A delegation (EIP-7702): these bytes and an address. */
const delegation = /^0xef0100([\da-f]{40})$/

function overrideCode(
  chain: EvmChain,
  codes: Map<Hex, Code | undefined>,
  { address, code }: { readonly address: Hex; readonly code: Hex },
): void {
  if (code !== '0x' && code === codeTextAt(chain, address)) return
  const [, delegate] = delegation.exec(code) ?? []
  const native = codeOfBytecode(code)
  const isRun = code !== '0x' && delegate === undefined && !native
  const { backend, networkId } = chain
  if (isRun && !backend.codeRuns)
    throw new RpcError(-32_000, `the code of ${address} cannot be overridden: ${noBytecode}`)
  const account = { account: accountOf(address), networkId }
  changeAccount(backend, account, { delegate: delegate === undefined ? undefined : accountOf(`0x${delegate}`) })
  if (isRun) writeBytecode(backend, account, code)
  else if (hasBytecode(backend, account)) removeCode(backend, account)
  if (isRun) codes.set(address, bytecode)
  else if (delegate === undefined) codes.set(address, native)
  else codes.delete(address)
}

function overrideSlots(
  { backend, networkId }: EvmChain,
  {
    address,
    slots,
    isWhole,
  }: { readonly address: Hex; readonly slots: ReadonlyMap<bigint, bigint>; readonly isWhole: boolean },
  mentioned: readonly Hex[],
): void {
  const contract = { account: accountOf(address), networkId }
  if (hasBytecode(backend, contract)) {
    if (isWhole) clearCodeSlots(backend, contract)
    for (const [slot, value] of slots)
      writeSlot(backend, contract, { slot: `0x${slot.toString(16)}`, value: `0x${value.toString(16)}` })
    return
  }
  const token = { networkId, address }
  if (!isToken(backend, token)) {
    if (slots.size === 0 && codeTextAt({ backend, networkId }, address) === '0x') return
    throw new RpcError(-32_000, `the storage of ${address} cannot be overridden: ${noSlots}`)
  }
  const accounts = [...new Set([...mentioned, ...knownAccounts(backend)])]
  const placeOf = placesOf(address, { accounts, pairs: pairLimit })
  if (isWhole) clearSlots(backend, token)
  for (const [slot, value] of slots) {
    const place = placeOf(slot)
    if (!place)
      throw new RpcError(-32_000, `the slot 0x${slot.toString(16)} of ${address} cannot be overridden: ${noOwner}`)
    writePlace(backend, token, { ...place, value })
  }
}

/** Possible addresses in the data of calls: words that begin with twelve zero bytes. */
function addressesIn(data: readonly Hex[]): Hex[] {
  const addresses = new Set<Hex>()
  for (const [, address] of data.join('').matchAll(/(?=0{24}([\da-f]{40}))/g)) {
    if (addresses.size === mentionedLimit) break
    if (address !== undefined && !/^0{24}/.test(address)) addresses.add(`0x${address}`)
  }
  return [...addresses]
}
