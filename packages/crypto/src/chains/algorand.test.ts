import { concat, readBase64, toBase64, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base32nopad } from '@scure/base'
import algosdk from 'algosdk'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { algorand } from './algorand.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`algorand ${index}`))
const bytesOf = (text: string) => readBase64(text) ?? expect.fail('not base64')
const signer = algorand.createSigner(secret(0))
const message = 'app.example.com wants you to sign in with your Algorand account: ŝ 🔑'
const signature = signer.sign(message)

const verify = (changed: { address?: string; message?: string; signature?: string }): Verdict =>
  algorand.verify({ chain: 'ALGO', address: signer.address, message, signature, ...changed }, facts)

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

describe('algorand', () => {
  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = algorand.createSigner(secret(index))
      expect(
        algorand.verify(
          { chain: 'ALGO', address, message: `message ${index}`, signature: sign(`message ${index}`) },
          facts,
        ),
      ).toBe('valid')
    }
  })

  it('signs deterministically, even the empty message', () => {
    expect(algorand.createSigner(secret(0), 'ed25519').sign(message)).toBe(signature)
    expect(verify({ message: '', signature: signer.sign('') })).toBe('valid')
  })

  it('agrees with algosdk in both directions', () => {
    for (let index = 0; index < 10; index++) {
      const account = algorand.createSigner(secret(index))
      const { addr, sk } = algosdk.mnemonicToSecretKey(algosdk.mnemonicFromSeed(secret(index)))
      expect(addr.toString()).toBe(account.address)
      expect(verify({ address: addr.toString(), signature: toBase64(algosdk.signBytes(utf8(message), sk)) })).toBe(
        'valid',
      )
      expect(algosdk.verifyBytes(utf8(message), bytesOf(account.sign(message)), account.address)).toBe(true)
      expect(algosdk.verifyBytes(utf8(`${message}.`), bytesOf(account.sign(message)), account.address)).toBe(false)
    }
  })

  it('refuses another message, and a signature without the prefix', () => {
    for (const other of [`${message} `, message.replace('app', 'apq'), `MX${message}`, ''])
      expect(verify({ message: other })).toBe('invalid')
    expect(verify({ signature: toBase64(ed25519.sign(utf8(message), secret(0))) })).toBe('invalid')
    expect(verify({ signature: toBase64(ed25519.sign(concat(utf8('TX'), utf8(message)), secret(0))) })).toBe('invalid')
  })

  it('refuses a signature with any bit changed', () => {
    for (let bit = 0; bit < 512; bit += 3)
      expect(verify({ signature: toBase64(flipped(bytesOf(signature), bit)) }), `${bit}`).toBe('invalid')
  })

  it('refuses the address of another account', () => {
    expect(verify({ address: algorand.createSigner(secret(1)).address })).toBe('invalid')
  })

  it('refuses addresses that are malformed, with a wrong checksum, or of a key of small order', () => {
    const bytes = base32nopad.decode(signer.address)
    for (let bit = 0; bit < 288; bit += 5)
      expect(verify({ address: base32nopad.encode(flipped(bytes, bit)) }), `${bit}`).toBe('invalid')
    const unusedBits = signer.address.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))
    const wrong = [
      '',
      signer.address.toLowerCase(),
      `${signer.address}=`,
      `${signer.address}\n`,
      signer.address.slice(0, -1),
      `${signer.address}A`,
      unusedBits,
    ]
    for (const address of wrong) expect(verify({ address }), address).toBe('invalid')
    // The zero address: y is 0, a point of order 4.
    const zero = algosdk.Address.zeroAddress().toString()
    expect(verify({ address: zero, signature: toBase64(new Uint8Array(64)) })).toBe('invalid')
  })

  it('refuses other spellings of a signature', () => {
    const bytes = bytesOf(signature)
    const unusedBits = signature.replace(
      /(.)==$/,
      (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`,
    )
    const wrong = [
      '',
      signature.slice(0, -1),
      signature.slice(0, -2),
      `${signature}=`,
      `${signature}\n`,
      ` ${signature}`,
      unusedBits,
      toBase64(bytes.subarray(0, 63)),
      toBase64(concat(bytes, Uint8Array.of(0))),
      signature.replaceAll('+', '-').replaceAll('/', '_').slice(0, -2),
    ]
    for (const other of wrong) expect(verify({ signature: other }), other).toBe('invalid')
    expect(unusedBits).not.toBe(signature)
  })

  it('distinguishes responses of ARC-60 from other JSON', () => {
    const answer = { data: 'e30=', signer: 'AAAA', domain: 'app.example.com', authenticatorData: 'AAAA', signature }
    expect(verify({ signature: JSON.stringify(answer) })).toBe('unsupported')
    const others = [{}, [], null, { signature }, { authenticatorData: 'AAAA' }, [answer]].map((each) =>
      JSON.stringify(each),
    )
    for (const other of ['{', ` ${JSON.stringify(answer)}`, ...others])
      expect(verify({ signature: other }), other).toBe('invalid')
  })

  it('refuses to create accounts of other kinds', () => {
    expect(() => algorand.createSigner(secret(0), 'multisig')).toThrow(RangeError)
  })
})
