import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m } from '@scure/base'
import { checksumAddress } from '../../session/checksumAddress.ts'
import type { BitcoinAddressType, WalletChain } from '../engine.ts'

function evmAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return checksumAddress(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`)
}

/** A witness program of the main network (BIP-173, BIP-350). */
const bitcoinAddresses: Readonly<Record<BitcoinAddressType, (publicKey: Uint8Array) => string>> = {
  native_segwit: (publicKey) => bech32.encode('bc', [0, ...bech32.toWords(ripemd160(sha256(publicKey)))]),
  taproot: (publicKey) => bech32m.encode('bc', [1, ...bech32m.toWords(publicKey)]),
}

/** The flag of ed25519 before the key. */
const suiFlag = Uint8Array.of(0)

/**
 * The address of a wallet's public key.
 *
 * @param publicKey - Hex, as the ceremonies give it.
 * @returns Undefined on TON, where an address is that of a contract.
 */
export function addressOf(
  chain: WalletChain,
  publicKey: string,
  addressType: BitcoinAddressType = 'native_segwit',
): string | undefined {
  const bytes = hexToBytes(publicKey)
  const writers: Readonly<Record<WalletChain, () => string | undefined>> = {
    EVM: () => evmAddress(bytes),
    SVM: () => base58.encode(bytes),
    SUI: () => `0x${bytesToHex(blake2b(concatBytes(suiFlag, bytes), { dkLen: 32 }))}`,
    BTC: () => bitcoinAddresses[addressType](bytes),
    TON: () => undefined,
  }
  return writers[chain]()
}
