import {
  AnyPublicKey,
  Ed25519PrivateKey,
  FederatedKeylessPublicKey,
  KeylessPublicKey,
  MultiEd25519PublicKey,
  MultiKey,
  Secp256k1PrivateKey,
  Secp256r1PrivateKey,
} from '@aptos-labs/ts-sdk'
import { concat, utf8 } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import { isMultipleOrKeylessKey } from './aptosKeys.ts'

const secret = (index: number) => sha256(utf8(`aptos keys ${index}`))
const ed25519 = new Ed25519PrivateKey(secret(0), false).publicKey()
const other = new Ed25519PrivateKey(secret(1), false).publicKey()
const secp256k1 = new Secp256k1PrivateKey(secret(0), false).publicKey()
const secp256r1 = new Secp256r1PrivateKey(secret(0), false).publicKey()
const keyless = new KeylessPublicKey('https://accounts.example.com', secret(2))
const federated = new FederatedKeylessPublicKey(secret(3), keyless)

const unsupported = {
  secp256r1: new AnyPublicKey(secp256r1).toUint8Array(),
  keyless: new AnyPublicKey(keyless).toUint8Array(),
  'federated keyless': new AnyPublicKey(federated).toUint8Array(),
  'SLH-DSA': concat(Uint8Array.of(5, 32), secret(4)),
  MultiEd25519: new MultiEd25519PublicKey({ publicKeys: [ed25519, other], threshold: 1 }).toUint8Array(),
  MultiKey: new MultiKey({
    publicKeys: [ed25519, secp256k1, secp256r1, keyless, federated],
    signaturesRequired: 5,
  }).toUint8Array(),
}

describe('isMultipleOrKeylessKey', () => {
  it.each(Object.entries(unsupported))('knows a key of %s as the SDK writes it', (_, bytes) => {
    expect(isMultipleOrKeylessKey(bytes)).toBe(true)
  })

  it('is false for the kinds of keys that are verified', () => {
    for (const key of [ed25519, new AnyPublicKey(ed25519), new AnyPublicKey(secp256k1)])
      expect(isMultipleOrKeylessKey(key.toUint8Array())).toBe(false)
  })

  it.each(Object.entries(unsupported))('knows none when %s has a byte more or less', (_, bytes) => {
    expect(isMultipleOrKeylessKey(bytes.subarray(0, -1))).toBe(false)
    expect(isMultipleOrKeylessKey(concat(bytes, Uint8Array.of(1)))).toBe(false)
  })

  it('is false when the threshold is zero or exceeds the number of keys', () => {
    for (const bytes of [unsupported.MultiEd25519, unsupported.MultiKey]) {
      for (const threshold of [0, 6, 255])
        expect(isMultipleOrKeylessKey(bytes.with(bytes.length - 1, threshold))).toBe(false)
    }
  })

  it('is false for an unknown variant, a wrong length, too many keys, and no bytes', () => {
    expect(isMultipleOrKeylessKey(unsupported.secp256r1.with(0, 6))).toBe(false)
    expect(isMultipleOrKeylessKey(unsupported.secp256r1.with(1, 64))).toBe(false)
    const keylessOf = (issuerLength: number) =>
      concat(Uint8Array.of(3, issuerLength), new Uint8Array(issuerLength), Uint8Array.of(32), secret(2))
    expect(isMultipleOrKeylessKey(keylessOf(120))).toBe(true)
    expect(isMultipleOrKeylessKey(keylessOf(121))).toBe(false)
    expect(isMultipleOrKeylessKey(keylessOf(120).with(2 + 120, 31))).toBe(false)
    expect(isMultipleOrKeylessKey(unsupported.MultiKey.with(0, 4))).toBe(false)
    expect(isMultipleOrKeylessKey(unsupported.MultiKey.with(0, 6))).toBe(false)
    const member = new AnyPublicKey(ed25519).toUint8Array()
    const ofMany = (count: number) =>
      concat(Uint8Array.of(count), ...Array.from({ length: count }, () => member), Uint8Array.of(1))
    for (const count of [1, 32]) expect(isMultipleOrKeylessKey(ofMany(count))).toBe(true)
    expect(isMultipleOrKeylessKey(ofMany(33))).toBe(false)
    const ofEd25519 = (count: number, threshold: number) =>
      concat(...Array.from({ length: count }, () => secret(0)), Uint8Array.of(threshold))
    for (const count of [2, 32]) expect(isMultipleOrKeylessKey(ofEd25519(count, count))).toBe(true)
    for (const count of [1, 33]) expect(isMultipleOrKeylessKey(ofEd25519(count, 1))).toBe(false)
    expect(isMultipleOrKeylessKey(Uint8Array.of())).toBe(false)
  })
})
