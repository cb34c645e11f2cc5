import { hexToBytes, bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { deriveSecretKey, type KeyCurve, seedOfEntropy } from './hdKeys.ts'

const keyAt = async (curve: KeyCurve, seed: string, path: string) =>
  bytesToHex(await deriveSecretKey(curve, hexToBytes(seed), path))

const shortSeed = '000102030405060708090a0b0c0d0e0f'
const longSeed =
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'

describe('derived keys', () => {
  it.each<[curve: KeyCurve, seed: string, path: string, key: string]>([
    // Test vectors 1 and 2 of SLIP-10 for ed25519.
    ['ed25519', shortSeed, 'm', '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [
      'ed25519',
      shortSeed,
      "m/0'/1'/2'/2'/1000000000'",
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    ],
    ['ed25519', longSeed, 'm', '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
    [
      'ed25519',
      longSeed,
      "m/0'/2147483647'/1'/2147483646'/2'",
      '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
    ],
    // Test vector 1 of BIP-32, as SLIP-10 repeats it for secp256k1.
    ['secp256k1', shortSeed, 'm', 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    ['secp256k1', shortSeed, "m/0'", 'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea'],
    [
      'secp256k1',
      shortSeed,
      "m/0'/1/2'/2/1000000000",
      '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
    ],
  ])('are those of the published vectors: %s %s %s', async (...[curve, seed, path, key]) => {
    expect(await keyAt(curve, seed, path)).toBe(key)
  })

  it.each(['', '44/60', "xm/44'", 'm/', "m/44''", 'm/-1', 'm/x', "m/2147483648'", 'm/2147483648'])(
    'refuse the path "%s"',
    async (path) => {
      await expect(keyAt('secp256k1', shortSeed, path)).rejects.toThrow(RangeError)
    },
  )

  it('cannot be derived by a step that is not hardened on ed25519', async () => {
    await expect(keyAt('ed25519', shortSeed, "m/44'/501'/0")).rejects.toThrow(RangeError)
  })
})

describe('the seed of entropy', () => {
  it('is the seed of its mnemonic', async () => {
    // BIP-39: twelve words "abandon … about", without a passphrase.
    expect(bytesToHex(await seedOfEntropy(new Uint8Array(16)))).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    )
  })
})
