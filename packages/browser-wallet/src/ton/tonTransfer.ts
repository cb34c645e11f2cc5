import { concat } from '@latchkey/base/bytes'
import type { TonKey } from '@latchkey/crypto/chains/ton'
import type { TonAccount } from '@latchkey/crypto/chains/tonAddress'
import { type Cell, writeBag } from '@latchkey/crypto/chains/tonCells'
import { addressBits, bytesBits, cellCount, cellOf, coinsBits, uint } from './tonBits.ts'

/** A message that a wallet contract sends. */
export interface TonMessage {
  readonly to: TonAccount
  readonly isBounceable: boolean
  /** In nanotons. */
  readonly amount: bigint
  readonly payload?: Cell | undefined
  readonly stateInit?: Cell | undefined
}

interface TransferTerms {
  /** Unix time in seconds. */
  readonly validUntil: number
  /** How many transfers the contract has sent. The first one creates it. */
  readonly sequence: number
}

/** Pays the fees apart from the amount, and goes on if a message fails. */
const sendMode = 3

/** A part that is absent, or in a cell of its own. */
const maybe = (cell: Cell | undefined) => (cell ? '11' : '0')

/** TL-B `MessageRelaxed`, internal: the contract fills in what is zero here. */
function messageCell({ to, isBounceable, amount, payload, stateInit }: TonMessage): Cell {
  const head = `01${isBounceable ? '1' : '0'}000${addressBits(to)}${coinsBits(amount)}0`
  const zeros = uint(4 + 4 + 64 + 32, 0)
  const references = [stateInit, payload].filter((cell) => cell !== undefined)
  return cellOf(`${head}${zeros}${maybe(stateInit)}${payload ? '1' : '0'}`, references)
}

/** The most cells that a bag is written with here. */
const mostCells = 255

/**
 * The signed message from outside by which a wallet contract (version 3, revision 2) sends up to four messages.
 *
 * @returns A bag of cells; `undefined` for too many cells.
 */
export function writeTonTransfer(
  key: TonKey,
  messages: readonly TonMessage[],
  { validUntil, sequence }: TransferTerms,
): Uint8Array | undefined {
  const { account, stateInit, walletId, sign } = key
  // The contract takes the first transfer at any time.
  const until = sequence === 0 ? 0xffff_ffff : validUntil
  const modes = messages.map(() => uint(8, sendMode)).join('')
  const head = `${uint(32, walletId)}${uint(32, until)}${uint(32, sequence)}`
  const references = messages.map(messageCell)
  const signature = sign(cellOf(head + modes, references).hash)
  const body = cellOf(bytesBits(concat(signature)) + head + modes, references)
  const isFirst = sequence === 0
  const bits = `1000${addressBits(account)}0000${maybe(isFirst ? stateInit : undefined)}1`
  const root = cellOf(bits, isFirst ? [stateInit, body] : [body])
  return cellCount(root) > mostCells ? undefined : writeBag(root)
}
