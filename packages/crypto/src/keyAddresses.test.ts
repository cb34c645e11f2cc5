import { toBase58, toHex, utf8 } from '@latchkey/base/bytes'
import { Ed25519PublicKey } from '@mysten/sui/keypairs/ed25519'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { ton } from './chains/ton.ts'
import { addressOfKey } from './keyAddresses.ts'

const generator = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
const secret = sha256(utf8('address of a key'))
const key = ed25519.getPublicKey(secret)

describe('the address of a public key', () => {
  it.each([
    // The address of the private key 1, as many wallets show it.
    ['evm', generator, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
    // BIP-173, section "Examples".
    ['p2wpkh', generator, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    // BIP-86, "first receiving address": its output key.
    [
      'p2tr',
      'a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    ],
    ['solana', toHex(key), toBase58(key)],
    // A signer of TON has the address that @ton/core computes, by its own test.
    ['ton', toHex(key), ton.createSigner(secret).address],
    ['sui', toHex(key), new Ed25519PublicKey(key).toSuiAddress()],
  ] as const)('is that of others: %s', async (kind, publicKey, address) => {
    expect(await addressOfKey(kind, publicKey)).toBe(address)
  })

  it('is no address of a key that is no hex', async () => {
    await expect(addressOfKey('evm', 'key')).rejects.toThrow()
  })
})
