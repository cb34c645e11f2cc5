import { toHex } from '@latchkey/base/bytes'
import type { TonAccount } from '@latchkey/crypto/chains/tonAddress'
import { type Cell, createCell } from '@latchkey/crypto/chains/tonCells'

/** Bits as a text of 0 and 1, of which cells are written. */
export type TonBits = string

/** A whole number in so many bits. */
export const uint = (length: number, value: bigint | number): TonBits => value.toString(2).padStart(length, '0')

/** Bytes as they are. */
export const bytesBits = (bytes: Uint8Array): TonBits => Array.from(bytes, (byte) => uint(8, byte)).join('')

/** An amount in nanotons: the length in bytes, and the bytes. */
export function coinsBits(amount: bigint): TonBits {
  const length = amount === 0n ? 0 : Math.ceil(amount.toString(16).length / 2)
  return length === 0 ? uint(4, 0) : uint(4, length) + uint(8 * length, amount)
}

/** The address of an account (TL-B `addr_std`). */
export const addressBits = ({ workchain, hash }: TonAccount): TonBits =>
  `100${uint(8, workchain & 0xff)}${bytesBits(hash)}`

/** A cell of bits. */
export function cellOf(bits: TonBits, references: readonly Cell[] = []): Cell {
  const bytes = bits.match(/.{1,8}/g) ?? []
  return createCell(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
    bits.length,
    references,
  )
}

/** How many cells a bag has, in which a cell with two references is written twice. */
export const cellCount = ({ references }: Cell): number =>
  references.reduce((count, other) => count + cellCount(other), 1)

/** The comment that is the content of a cell, if it is one: a text behind 32 zeros. */
export function commentIn({ bitLength, data, references }: Cell): string | undefined {
  const isText = bitLength >= 32 && bitLength % 8 === 0 && toHex(data.subarray(0, 4)) === '00000000'
  if (!isText || references.length > 0) return undefined
  return new TextDecoder().decode(data.subarray(4))
}
