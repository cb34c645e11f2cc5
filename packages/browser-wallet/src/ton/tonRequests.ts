import { readBase64 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import { readTonAddress } from '@latchkey/crypto/chains/tonAddress'
import { type Cell, readBag } from '@latchkey/crypto/chains/tonCells'
import type { AskedAction } from '../person.ts'
import { fail, type WalletError } from '../walletError.ts'
import { commentIn } from './tonBits.ts'
import { mostTonMessages } from './tonCard.ts'
import type { TonMessage } from './tonTransfer.ts'

/** The codes of TON Connect. */
export const tonCodes = { unknown: 0, badRequest: 1, unknownApp: 100, userRejects: 300, notSupported: 400 } as const

export const badRequest = (message: string): WalletError => fail(tonCodes.badRequest, message)

/** A page may ask about these: the network of the wallet, and the account that it is connected to. */
interface Expected {
  readonly network: string
  /** Raw. */
  readonly from: string
  /** Unix time in seconds. */
  readonly now: number
}

interface ReadTransaction {
  readonly validUntil: number
  readonly messages: readonly TonMessage[]
  readonly actions: readonly AskedAction[]
}

/** How long a transaction without an end is valid. */
const validSeconds = 300

/** The parameter of a request, which is JSON in a text. @throws WalletError */
export function readPayload(params: unknown): Readonly<Record<string, unknown>> {
  const [text]: readonly unknown[] = Array.isArray(params) ? params : []
  const payload = typeof text === 'string' ? readJson(text) : undefined
  if (isObject(payload)) return payload
  throw badRequest('The parameter of the request is not JSON with an object.')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws WalletError for another network or account than the connected one */
export function assertExpected({ network, from }: Readonly<Record<string, unknown>>, expected: Expected): void {
  if (network !== undefined && network !== expected.network)
    throw badRequest(`Wrong network: the wallet is on ${expected.network}.`)
  const account = typeof from === 'string' ? readTonAddress(from) : undefined
  const own = readTonAddress(expected.from)
  const isOwn = account?.workchain === own?.workchain && String(account?.hash) === String(own?.hash)
  if (from !== undefined && !isOwn) throw badRequest(`The page is not connected to the account ${String(from)}.`)
}

/** Reads the payload of `sendTransaction`. @throws WalletError */
export function readTonTransaction(payload: Readonly<Record<string, unknown>>, expected: Expected): ReadTransaction {
  assertExpected(payload, expected)
  const { valid_until: validUntil = expected.now + validSeconds, messages: list } = payload
  if (typeof validUntil !== 'number' || !Number.isSafeInteger(validUntil) || validUntil > 0xffff_ffff)
    throw badRequest('"valid_until" is not a Unix time in seconds.')
  if (validUntil <= expected.now) throw badRequest('The transaction has expired.')
  if (!Array.isArray(list) || list.length === 0 || list.length > mostTonMessages)
    throw badRequest(`"messages" are not 1 to ${mostTonMessages}.`)
  const read = list.map(readMessage)
  return {
    validUntil,
    messages: read.map(({ message }) => message),
    actions: read.map(({ action }) => action),
  }
}

/** The first byte of a friendly address that is not bounceable, whatever its network. */
const nonBounceable = /^[UV0]/

function readMessage(value: unknown): { readonly message: TonMessage; readonly action: AskedAction } {
  const { address, amount, payload, stateInit } = Object(value) as Readonly<Record<string, unknown>>
  const to = typeof address === 'string' ? readTonAddress(address) : undefined
  if (!to) throw badRequest(`${String(address)} is not an address of TON.`)
  if (typeof amount !== 'string' || !/^\d{1,36}$/.test(amount))
    throw badRequest('"amount" is not a text of digits, in nanotons.')
  const cells = { payload: readCell(payload, 'payload'), stateInit: readCell(stateInit, 'stateInit') }
  const comment = cells.payload && commentIn(cells.payload)
  const rest = comment === undefined ? present({ payload, stateInit }) : present({ comment, stateInit })
  const isBounceable = !(String(address).length === 48 && nonBounceable.test(String(address)))
  return {
    message: { to, isBounceable, amount: BigInt(amount), ...cells },
    action: { name: 'transfer', fields: { to: address, amount, ...rest } },
  }
}

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))

function readCell(value: unknown, name: string): Cell | undefined {
  if (value === undefined || value === null) return undefined
  const cell = typeof value === 'string' ? readBag(readBase64(value) ?? new Uint8Array()) : undefined
  if (cell) return cell
  throw badRequest(`"${name}" is not a bag of cells in base64.`)
}
