import { concat, readHex, toHex } from '@latchkey/base/bytes'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from '../../codecs/evmTransactions.ts'

const bytesOf = (hex: Hex) => readHex(hex) ?? new Uint8Array()

/** The code that creates Solady's minimal proxy (ERC-1967), before and after the address of the implementation. */
const [head, tail] = [
  bytesOf('0x603d3d8160223d3973'),
  bytesOf(
    '0x60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
  ),
]

/** The hash of the code that creates a proxy. */
export const proxyCodeHash = (implementation: Hex): Hex =>
  `0x${toHex(keccak_256(concat(head, bytesOf(implementation), tail)))}`

/** The address of a proxy (EIP-1014), in lower case. @param salt - 32 bytes. */
export function proxyAddress(factory: Hex, { implementation, salt }: { implementation: Hex; salt: Hex }): Hex {
  const parts = [factory, salt, proxyCodeHash(implementation)].map(bytesOf)
  return `0x${toHex(keccak_256(concat(Uint8Array.of(0xff), ...parts)).subarray(-20))}`
}
