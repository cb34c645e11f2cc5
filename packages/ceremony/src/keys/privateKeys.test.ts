import { decodeSuiPrivateKey, encodeSuiPrivateKey } from '@mysten/sui/cryptography'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32 } from '@scure/base'
import { WIF } from '@scure/btc-signer'
import { createKeyPairSignerFromBytes, getBase58Decoder } from '@solana/kit'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { readPrivateKey, writePrivateKey, type PrivateKeyFormat } from './privateKeys.ts'
import { publicKeyOfSeed } from './seeds.ts'

const key = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const invalid = expect.objectContaining({ code: 'invalid_private_key_format' })

describe('a private key', () => {
  it.each<PrivateKeyFormat>(['EVM', 'BTC', 'SVM', 'SUI', 'TON'])('is read as it was written: %s', (format) => {
    expect(readPrivateKey(format, writePrivateKey(format, key))).toBe(key)
  })

  it('opens in viem', () => {
    const { publicKey } = privateKeyToAccount(writePrivateKey('EVM', key) as `0x${string}`)
    expect(publicKey.slice(2)).toBe(secp256k1.Point.BASE.multiply(BigInt(`0x${key}`)).toHex(false))
  })

  it('opens in a Bitcoin library', () => {
    expect(WIF().decode(writePrivateKey('BTC', key))).toEqual(hexToBytes(key))
  })

  it('opens as a Solana keypair', async () => {
    const bytes = base58.decode(writePrivateKey('SVM', key))
    const { address } = await createKeyPairSignerFromBytes(bytes)
    expect(address).toBe(getBase58Decoder().decode(hexToBytes(publicKeyOfSeed(key))))
  })

  it('opens in the Sui SDK', () => {
    expect(decodeSuiPrivateKey(writePrivateKey('SUI', key))).toEqual({ scheme: 'ED25519', secretKey: hexToBytes(key) })
  })

  it.each<PrivateKeyFormat>(['EVM', 'BTC', 'SVM', 'SUI', 'TON'])(
    'is read with the line end of a file: %s',
    (format) => {
      expect(readPrivateKey(format, ` ${writePrivateKey(format, key)}\r\n`)).toBe(key)
    },
  )

  it('is read from a file of solana-keygen, and from hex with a capital X', () => {
    const bytes = base58.decode(writePrivateKey('SVM', key))
    expect(readPrivateKey('SVM', `${JSON.stringify([...bytes])}\n`)).toBe(key)
    expect(readPrivateKey('EVM', `0X${key}`)).toBe(key)
  })

  it('that is refused is not quoted, and the sentence says what it has to be', () => {
    const refusal = (format: PrivateKeyFormat) => {
      try {
        return readPrivateKey(format, 'my secret')
      } catch (error) {
        return `${error} ${(error as Error).cause}`
      }
    }
    expect(refusal('EVM')).toContain('It has to be 64 hex digits, with or without 0x.')
    expect(refusal('SVM')).toContain('or these bytes as a list in JSON.')
    expect((['EVM', 'BTC', 'SVM', 'SUI', 'TON'] as const).map(refusal).join('\n')).not.toContain('secret')
  })

  it.each<[PrivateKeyFormat, string, string]>([
    ['EVM', 'is empty', ''],
    ['EVM', 'has its prefix in the middle', `${key.slice(0, 32)}0x${key.slice(32)}`],
    ['EVM', 'is of 31 bytes', `0x${key.slice(2)}`],
    ['EVM', 'is zero', `0x${'00'.repeat(32)}`],
    ['EVM', 'is the order of the group', `0x${secp256k1.Point.Fn.ORDER.toString(16)}`],
    ['EVM', 'is no hex', `0x${'zz'.repeat(32)}`],
    ['BTC', 'is zero', writePrivateKey('BTC', '00'.repeat(32))],
    ['BTC', 'has another checksum', `${writePrivateKey('BTC', key).slice(0, -1)}1`],
    [
      'BTC',
      'is of the test network',
      WIF({ bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }).encode(hexToBytes(key)),
    ],
    ['SVM', 'is only a seed', base58.encode(hexToBytes(key))],
    ['SVM', 'ends in the public key of another seed', base58.encode(new Uint8Array(64).fill(1))],
    ['SVM', 'is a list of 63 bytes', JSON.stringify(Array.from({ length: 63 }, () => 1))],
    ['SVM', 'is a list with a number that is no byte', JSON.stringify(Array.from({ length: 64 }, () => 256))],
    ['SVM', 'is a list that breaks off', '[1, 2'],
    ['SUI', 'is of secp256k1', encodeSuiPrivateKey(hexToBytes(key), 'Secp256k1')],
    ['SUI', 'is of another prefix', bech32.encodeFromBytes('suiaddress', Uint8Array.of(0, ...hexToBytes(key)))],
    ['TON', 'is of 64 bytes', key + key],
  ])('is refused: %s that %s', (format, _, text) => {
    expect(() => readPrivateKey(format, text)).toThrow(invalid)
  })
})
