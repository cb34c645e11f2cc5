import { remembered } from '@latchkey/base/remembered'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** A sign-in formats the same address at every step, and hashing is most of the cost. */
const checksumAddressOf = remembered(256, (digits) => {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const checked = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${checked.join('')}`
})

/**
 * Writes an Ethereum address with its checksum (EIP-55): a letter is a capital where the hash of the address has a
 * digit of 8 or more at its place. The last 256 texts stay in memory.
 *
 * @param address - `0x` and 40 hex digits, in any case.
 */
export function toChecksumAddress(address: string): string {
  return checksumAddressOf(address.slice(2).toLowerCase())
}

/**
 * Reads an Ethereum address of all small letters, of all capitals, or with the checksum of EIP-55.
 *
 * @returns The address in small letters; `undefined` for any other text, a wrong checksum among them.
 */
export function readEthereumAddress(text: string): string | undefined {
  if (!/^0x[\da-fA-F]{40}$/.test(text)) return undefined
  const digits = text.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isOneCase || text === toChecksumAddress(text) ? text.toLowerCase() : undefined
}
