import { concat, toHex, utf8 } from '@latchkey/base/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The node of a name of ENS (EIP-137). The name is in its canonical spelling. */
export function nameNode(name: string): `0x${string}` {
  let node: Uint8Array = new Uint8Array(32)
  for (const label of name.split('.').reverse())
    if (label !== '') node = keccak_256(concat(node, keccak_256(utf8(label))))
  return `0x${toHex(node)}`
}

/** The name that stands for an address, below which its own name is (EIP-181). */
export const reverseNameOf = (address: string): string => `${address.slice(2).toLowerCase()}.addr.reverse`
