import { readBase64, readHex, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { p2pkh as peerPkh, RawWitness, TEST_NETWORK, WIF } from '@scure/btc-signer'
import { Signer as PeerSigner, Verifier as PeerVerifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { bitcoin } from './bitcoin.ts'
import { readTransaction } from './bitcoinReader.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const kinds = ['p2wpkh', 'p2tr', 'p2sh-p2wpkh', 'p2pkh']
const secret = (index: number) => sha256(utf8(`bitcoin ${index}`))
const message = 'app.example.com wants you to sign in with your Bitcoin account: ₿ 🔑'
const wif = (index: number) => WIF().encode(secret(index))
const bytesOf = (text: string) => readBase64(text) ?? expect.fail('not base64')
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const verify = (address: string, signature: string, text = message): Verdict =>
  bitcoin.verify({ chain: 'BTC', address, message: text, signature }, facts)

/** A signature's variant, and its bytes. */
function split(signature: string): [variant: string, bytes: Uint8Array] {
  const variant = /^(?:smp|ful)/.exec(signature)?.[0] ?? ''
  return [variant, bytesOf(signature.slice(variant.length))]
}

/** The signature in the older form of wallets, without a variant. */
function bare(signature: string): string {
  const [variant, bytes] = split(signature)
  return toBase64(variant === 'ful' ? RawWitness.encode(readTransaction(bytes)?.witnesses?.[0] ?? []) : bytes)
}

/** An older signature with high s, which every other rule accepts. */
function withOtherS(bytes: Uint8Array): Uint8Array {
  const { r, s } = secp256k1.Signature.fromBytes(bytes.subarray(1))
  const other = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s)).toBytes()
  return concatBytes(Uint8Array.of(27 + (((bytes[0] as number) - 27) ^ 1)), other)
}

describe('bitcoin', () => {
  it.each(kinds)('accepts signatures of 12 accounts of kind %s', (kind) => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = bitcoin.createSigner(secret(index), kind)
      expect(verify(address, sign(`message ${index}`), `message ${index}`)).toBe('valid')
    }
  })

  it('signs deterministically, as p2wpkh by default, even the empty message', () => {
    const signer = bitcoin.createSigner(secret(0))
    expect(signer.sign(message)).toBe(bitcoin.createSigner(secret(0), 'p2wpkh').sign(message))
    expect(signer.publicKey).toBe(toHex(secp256k1.getPublicKey(secret(0))))
    expect(verify(signer.address, signer.sign(''), '')).toBe('valid')
  })

  it('creates an account from a secret that is not a key', () => {
    for (const bytes of [new Uint8Array(32), new Uint8Array(32).fill(0xff)]) {
      for (const kind of kinds) {
        const { address, sign } = bitcoin.createSigner(bytes, kind)
        expect(verify(address, sign(message))).toBe('valid')
      }
    }
  })

  it('refuses to create an account of another kind', () => {
    expect(() => bitcoin.createSigner(secret(0), 'p2wsh')).toThrow(RangeError)
  })

  it.each(kinds)('agrees with bip322-js in both directions on %s', (kind) => {
    for (let index = 0; index < 10; index++) {
      const { address, sign } = bitcoin.createSigner(secret(index), kind)
      expect(verify(address, PeerSigner.sign(wif(index), address, message))).toBe('valid')
      expect(PeerVerifier.verifySignature(address, message, bare(sign(message)))).toBe(true)
      expect(PeerVerifier.verifySignature(address, `${message}.`, bare(sign(message)))).toBe(false)
    }
  })

  it.each([
    ['p2wpkh', 'tb1qcdnyrdsdwsd5tcu0q4qm28csrzhy3ww8f6eu32'],
    ['p2tr', 'tb1p320nhzm2q5mx9fpst39l0ktd3lf6n3zwhln74gsr83w56596p3fqd7vs3w'],
    ['p2sh-p2wpkh', '2MuFJqXKFUJXG6p8YGSZASSwQhof9GXZJQC'],
    ['p2pkh', 'myL8ZNzKeR5LLZ5ypx2APwXy96hqK3GAaU'],
  ])('accepts %s addresses of test networks', (kind, address) => {
    const signature = bitcoin.createSigner(secret(0), kind).sign(message)
    expect(verify(address, signature)).toBe('valid')
  })

  it.each(kinds)('refuses another message for %s', (kind) => {
    const { address, sign } = bitcoin.createSigner(secret(0), kind)
    const bytes = utf8('message')
    for (let bit = 0; bit < bytes.length * 8; bit += 9) {
      expect(verify(address, sign('message'), new TextDecoder().decode(flipped(bytes, bit)))).toBe('invalid')
    }
    for (const other of ['', 'message ', 'Message']) expect(verify(address, sign('message'), other)).toBe('invalid')
  })

  it.each(kinds)('refuses another account for %s, and another kind of address of the same key', (kind) => {
    const signature = bitcoin.createSigner(secret(0), kind).sign(message)
    expect(verify(bitcoin.createSigner(secret(1), kind).address, signature)).toBe('invalid')
    for (const other of kinds) {
      if (other !== kind) expect(verify(bitcoin.createSigner(secret(0), other).address, signature)).not.toBe('valid')
    }
  })

  it.each(kinds)('refuses a signature of %s with one bit flipped, in any of its bytes', (kind) => {
    const { address, sign } = bitcoin.createSigner(secret(0), kind)
    const [variant, bytes] = split(sign(message))
    for (let index = 0; index < bytes.length; index++) {
      expect(verify(address, variant + toBase64(flipped(bytes, index * 8 + (index % 8))))).not.toBe('valid')
    }
  })

  it.each(kinds)('refuses a signature of %s that is spelled otherwise', (kind) => {
    const { address, sign } = bitcoin.createSigner(secret(0), kind)
    const signature = sign(message)
    const [variant, bytes] = split(signature)
    const others = [
      '',
      'smp',
      'ful',
      'pof',
      ` ${signature}`,
      `${signature}\n`,
      `${signature}=`,
      `${signature}AAAA`,
      signature.slice(0, -4),
      variant + toBase64(concatBytes(bytes, Uint8Array.of(0))),
      variant + toBase64(bytes.subarray(0, -1)),
      variant + toHex(bytes),
      `SMP${toBase64(bytes)}`,
      `fo${toBase64(bytes)}`,
      `smpsmp${toBase64(bytes)}`,
      `pof${toBase64(bytes)}`,
      variant + toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ]
    for (const other of others)
      expect([other, other === signature ? 'invalid' : verify(address, other)]).toEqual([other, 'invalid'])
  })

  it('refuses base64 whose unused bits are not zero', () => {
    const { address, sign } = bitcoin.createSigner(secret(0), 'p2pkh')
    const signature = sign(message)
    expect(signature).toMatch(/[AEIMQUYcgkosw048]=$/)
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const digit = signature.at(-2) as string
    expect(verify(address, `${signature.slice(0, -2)}${last[last.indexOf(digit) + 1]}=`)).toBe('invalid')
  })

  describe('the older signatures of 65 bytes', () => {
    const { address, sign } = bitcoin.createSigner(secret(0), 'p2pkh')
    const signature = bytesOf(sign(message))

    it('are also valid for the address of the uncompressed key if their first byte says so', () => {
      const uncompressed = peerPkh(secp256k1.getPublicKey(secret(0), false)).address as string
      const header = (signature[0] as number) - 4
      const other = toBase64(concatBytes(Uint8Array.of(header), signature.subarray(1)))
      expect(verify(uncompressed, other)).toBe('valid')
      expect(verify(uncompressed, toBase64(signature))).toBe('invalid')
      expect(verify(address, other)).toBe('invalid')
      expect(
        verify(peerPkh(secp256k1.getPublicKey(secret(0)), TEST_NETWORK).address as string, toBase64(signature)),
      ).toBe('valid')
    })

    it('are valid with each recovery id, and with no other first byte', () => {
      const { Point } = secp256k1
      const digest = sha256(
        sha256(concatBytes(utf8('\x18Bitcoin Signed Message:\n'), Uint8Array.of(utf8(message).length), utf8(message))),
      )
      // A point whose x is not below the order has the recovery ids 2 and 3. Of any point, a key is found that has signed.
      const isPoint = (x: bigint) => {
        try {
          return Boolean(Point.fromHex(`02${x.toString(16)}`))
        } catch {
          return false
        }
      }
      let small = 1n
      while (!isPoint(Point.Fn.ORDER + small)) small++
      for (const recovery of [0, 1, 2, 3]) {
        const r = recovery < 2 ? bytesOf(sign(message)).subarray(1, 33) : Point.Fn.toBytes(small)
        const compact = concatBytes(r, new Uint8Array(32).fill(7))
        const key = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery).recoverPublicKey(digest)
        for (const isCompressed of [false, true]) {
          const account = peerPkh(key.toBytes(isCompressed)).address as string
          const first = 27 + recovery + (isCompressed ? 4 : 0)
          const withFirst = (byte: number) => verify(account, toBase64(concatBytes(Uint8Array.of(byte), compact)))
          expect([recovery, withFirst(first)]).toEqual([recovery, 'valid'])
          for (const byte of [first - 4, first + 4, first - 8, first + 8]) expect(withFirst(byte)).toBe('invalid')
        }
      }
    })

    it('are refused with high s', () => {
      expect(verify(address, toBase64(withOtherS(withOtherS(signature))))).toBe('valid')
      expect(verify(address, toBase64(withOtherS(signature)))).toBe('invalid')
    })

    it('are refused with any other first byte', () => {
      for (let header = 0; header < 256; header++) {
        const other = toBase64(concatBytes(Uint8Array.of(header), signature.subarray(1)))
        expect([header, verify(address, other)]).toEqual([header, header === signature[0] ? 'valid' : 'invalid'])
      }
    })

    it('are refused if r or s is zero, or not below the order', () => {
      const order = secp256k1.Point.Fn.ORDER.toString(16)
      for (const scalar of ['00'.repeat(32), order, 'ff'.repeat(32)]) {
        const bytes = readHex(scalar) ?? expect.fail('not hex')
        const [header, r, s] = [signature.subarray(0, 1), signature.subarray(1, 33), signature.subarray(33)]
        expect(verify(address, toBase64(concatBytes(header, bytes, s)))).toBe('invalid')
        expect(verify(address, toBase64(concatBytes(header, r, bytes)))).toBe('invalid')
      }
    })

    it.each(['p2wpkh', 'p2tr', 'p2sh-p2wpkh'])('are not supported for %s', (kind) => {
      const account = bitcoin.createSigner(secret(0), kind).address
      for (const first of [27, 42]) expect(verify(account, toBase64(signature.with(0, first)))).toBe('unsupported')
      for (const first of [26, 43]) expect(verify(account, toBase64(signature.with(0, first)))).toBe('invalid')
    })
  })

  it('does not support addresses of later witness versions', () => {
    const signature = bitcoin.createSigner(secret(0)).sign(message)
    expect(verify('BC1SW50QGDZ25J', signature)).toBe('unsupported')
  })

  it('never throws, for any input', () => {
    const texts = [
      '',
      '{',
      '\0',
      '1',
      'bc1',
      'smp',
      'smpAA==',
      'ful////',
      `${'A'.repeat(4000)}`,
      '\u{d800}',
      toBase64(schnorr.getPublicKey(secret(0))),
    ]
    for (const address of texts)
      for (const signature of texts) for (const text of texts) expect(verify(address, signature, text)).toBe('invalid')
  })
})
