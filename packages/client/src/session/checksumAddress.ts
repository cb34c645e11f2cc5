import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Writes an Ethereum address with its checksum (EIP-55): a letter is a capital where the hash of the address has an 8
 * or more.
 *
 * @param address - `0x` and 40 hex digits, all of one case, as wallets answer. Any other text stays as it is: capitals
 *   and small letters together are a checksum already, and a wrong one is a typing error that must not be hidden.
 */
export function checksumAddress(address: string): string {
  if (!/^0x([\da-f]{40}|[\dA-F]{40})$/.test(address)) return address
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const letters = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${letters.join('')}`
}
