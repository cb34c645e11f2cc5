import { createPrivateKey, createPublicKey, createSign, createVerify } from 'node:crypto'
import { encodeBase64url } from '@latchkey/base/base64url'
import { readHex, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m } from '@scure/base'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { spark } from './spark.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`spark ${index}`))
const message = 'app.example.com wants you to sign in with your Spark account: ✨ 🔑'
const signer = spark.createSigner(secret(0))
const signature = signer.sign(message)
const bytesOf = (hex: string) => readHex(hex) ?? expect.fail('not hex')
const der = bytesOf(signature)
const compact = secp256k1.Signature.fromBytes(der, 'der').toBytes('compact')
const publicKey = bytesOf(signer.publicKey)
const flipped = (from: Uint8Array, bit: number) =>
  from.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
const addressWith = (prefix: string, ...parts: readonly Uint8Array[]) =>
  bech32m.encode(prefix, bech32m.toWords(concatBytes(...parts)))
const keyField = Uint8Array.of(0x0a, 33)

const verify = (changed: { address?: string; message?: string; signature?: string }): Verdict =>
  spark.verify({ chain: 'SPARK', address: signer.address, message, signature, ...changed }, facts)

/** The key for OpenSSL, which knows the curve too. */
function jwkOf(index: number) {
  const point = secp256k1.getPublicKey(secret(index), false)
  return {
    kty: 'EC',
    crv: 'secp256k1',
    x: encodeBase64url(point.subarray(1, 33)),
    y: encodeBase64url(point.subarray(33)),
    d: encodeBase64url(secret(index)),
  }
}

describe('spark', () => {
  it('accepts signatures of 12 accounts, in DER and compact, in hex and base64', () => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = spark.createSigner(secret(index))
      const text = `message ${index}`
      const bytes = bytesOf(sign(text))
      const short = secp256k1.Signature.fromBytes(bytes, 'der').toBytes('compact')
      for (const each of [sign(text), toBase64(bytes), toHex(short), toBase64(short)])
        expect(verify({ address, message: text, signature: each })).toBe('valid')
    }
  })

  it('signs deterministically, even the empty message', () => {
    expect(spark.createSigner(secret(0), 'secp256k1').sign(message)).toBe(signature)
    expect(signer.publicKey).toBe(toHex(secp256k1.getPublicKey(secret(0))))
    expect(verify({ message: '', signature: signer.sign('') })).toBe('valid')
  })

  it('creates an account from a secret that is not a key, and none of another kind', () => {
    for (const each of [new Uint8Array(32), new Uint8Array(32).fill(0xff)]) {
      const { address, sign } = spark.createSigner(each)
      expect(verify({ address, signature: sign(message) })).toBe('valid')
    }
    expect(() => spark.createSigner(secret(0), 'schnorr')).toThrow(RangeError)
  })

  it('agrees with OpenSSL in both directions', () => {
    for (let index = 0; index < 10; index++) {
      const { address, sign } = spark.createSigner(secret(index))
      const jwk = jwkOf(index)
      const verifies = (text: string) =>
        createVerify('sha256')
          .update(text)
          .verify(createPublicKey({ key: jwk, format: 'jwk' }), bytesOf(sign(message)))
      expect([verifies(message), verifies(`${message}.`)]).toEqual([true, false])

      // OpenSSL gives s in either half of the order.
      const theirs = createSign('sha256')
        .update(message)
        .sign({ key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' })
      const { r, s } = secp256k1.Signature.fromBytes(Uint8Array.from(theirs))
      const low = secp256k1.Point.Fn.neg(s) < s ? secp256k1.Point.Fn.neg(s) : s
      expect(verify({ address, signature: toHex(new secp256k1.Signature(r, low).toBytes()) })).toBe('valid')
    }
  })

  it('derives the published address of a key', () => {
    // https://github.com/ethanmarcuss/spark-address
    const key = bytesOf('02894808873b896e21d29856a6d7bb346fb13c019739adb9bf0b6a8b7e28da53da')
    expect(addressWith('spark', keyField, key)).toBe(
      'spark1pgss9z2gpzrnhztwy8ffs44x67angma38sqewwddhxlsk65t0c5d5576quly2j',
    )
    expect(signer.address).toBe(addressWith('spark', keyField, publicKey))
  })

  it.each(['spark', 'sp', 'sparkrt', 'sprt'])('accepts an address that begins with %s, in capitals too', (prefix) => {
    const address = addressWith(prefix, keyField, publicKey)
    expect(verify({ address })).toBe('valid')
    expect(verify({ address: address.toUpperCase() })).toBe('valid')
  })

  it('accepts the identity key as an address', () => {
    expect(verify({ address: signer.publicKey })).toBe('valid')
    expect(verify({ address: signer.publicKey.toUpperCase() })).toBe('valid')
  })

  it('refuses another message', () => {
    const text = utf8('message')
    const signed = signer.sign('message')
    for (let bit = 0; bit < text.length * 8; bit += 5)
      expect(verify({ message: new TextDecoder().decode(flipped(text, bit)), signature: signed })).toBe('invalid')
    for (const other of ['', `${message} `, message.toLowerCase()]) expect(verify({ message: other })).toBe('invalid')
  })

  it('refuses a signature with one bit flipped, in any of its bytes', () => {
    for (const bytes of [der, compact]) {
      for (let index = 0; index < bytes.length; index++)
        expect(verify({ signature: toHex(flipped(bytes, index * 8 + (index % 8))) })).toBe('invalid')
    }
  })

  it('refuses another account, by its address or its key', () => {
    const other = spark.createSigner(secret(1))
    for (const address of [other.address, other.publicKey]) expect(verify({ address })).toBe('invalid')
  })

  it('refuses high s', () => {
    const { r, s } = secp256k1.Signature.fromBytes(compact)
    const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s))
    for (const format of ['compact', 'der'] as const)
      expect(verify({ signature: toHex(high.toBytes(format)) })).toBe('invalid')
  })

  it('refuses another spelling of a signature', () => {
    const integers = der.subarray(2)
    const others = [
      '',
      `0x${signature}`,
      signature.toUpperCase(),
      ` ${signature}`,
      `${signature}\n`,
      `${signature}00`,
      signature.slice(0, -2),
      signature.slice(1),
      toHex(concatBytes(compact, Uint8Array.of(0))),
      toHex(compact.subarray(1)),
      toHex(concatBytes(Uint8Array.of(0), compact)),
      toHex(concatBytes(Uint8Array.of(0x30, 0x81, integers.length), integers)),
      toHex(concatBytes(Uint8Array.of(0x31), der.subarray(1))),
      toHex(concatBytes(Uint8Array.of(0x30, integers.length + 1, 0x02, (der[3] as number) + 1, 0), der.subarray(4))),
      toBase64(compact).replace(/=+$/, ''),
      `${toBase64(compact)}=`,
      toBase64(compact).replace(/.==$/, 'B=='),
      toHex(new Uint8Array(64)),
    ]
    expect(others.map((each) => verify({ signature: each }))).toEqual(others.map(() => 'invalid'))
  })

  it('refuses other spellings of an address, and addresses with other content', () => {
    const { address } = signer
    const others = [
      '',
      ` ${address}`,
      `${address} `,
      address.slice(0, -1),
      `${address.slice(0, 9)}${address.slice(9).toUpperCase()}`,
      `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}`,
      bech32.encode('spark', bech32.toWords(concatBytes(keyField, publicKey))),
      addressWith('bc', keyField, publicKey),
      addressWith('spark', publicKey),
      addressWith('spark', keyField, publicKey.subarray(1)),
      addressWith('spark', keyField, publicKey, Uint8Array.of(0)),
      addressWith('spark', keyField, publicKey, Uint8Array.of(0x12, 1, 7)),
      addressWith('spark', Uint8Array.of(0x12, 33), publicKey),
      addressWith('spark', Uint8Array.of(0x0a, 32), publicKey),
      addressWith('spark', keyField, new Uint8Array(33)),
      addressWith('spark', keyField, publicKey.with(0, 5)),
      `02${'ff'.repeat(32)}`,
      `0x${signer.publicKey}`,
      signer.publicKey.slice(2),
      toHex(secp256k1.getPublicKey(secret(0), false)),
    ]
    expect(others.map((each) => verify({ address: each }))).toEqual(others.map(() => 'invalid'))
  })
})
