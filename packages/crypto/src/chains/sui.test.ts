import { concat, readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { MultiSigPublicKey } from '@mysten/sui/multisig'
import { isValidPersonalMessageSignature } from '@mysten/sui/verify'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { sui } from './sui.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`sui ${index}`))
const bytesOf = (text: string) => readBase64(text) ?? expect.fail('not base64')
const kinds = ['ed25519', 'secp256k1', 'secp256r1'] as const
const keypairs = {
  ed25519: (index: number) => Ed25519Keypair.fromSecretKey(secret(index)),
  secp256k1: (index: number) => Secp256k1Keypair.fromSecretKey(secret(index)),
  secp256r1: (index: number) => Secp256r1Keypair.fromSecretKey(secret(index)),
}

/** Of 147 bytes, so that its length takes two bytes. */
const message = `app.example.com wants you to sign in with your Sui account: ŝ 🔑 ${'.'.repeat(80)}`
const signers = kinds.map((kind) => ({ kind, signer: sui.createSigner(secret(0), kind) }))
const [{ signer }] = signers as [(typeof signers)[0]]
const signature = signer.sign(message)

const verify = (changed: { address?: string; message?: string; signature?: string }): Verdict =>
  sui.verify({ chain: 'SUI', address: signer.address, message, signature, ...changed }, facts)

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

describe.each(signers)('sui, $kind', ({ kind, signer: { address, sign } }) => {
  const bytes = bytesOf(sign(message))

  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const account = sui.createSigner(secret(index), kind)
      expect(
        verify({ address: account.address, message: `message ${index}`, signature: account.sign(`message ${index}`) }),
      ).toBe('valid')
    }
  })

  it('agrees with @mysten/sui in both directions', async () => {
    for (let index = 0; index < 10; index++) {
      const account = sui.createSigner(secret(index), kind)
      const keypair = keypairs[kind](index)
      expect(account).toMatchObject({
        address: keypair.toSuiAddress(),
        publicKey: keypair.getPublicKey().toSuiPublicKey(),
      })
      for (const text of ['', message, 'long '.repeat(5000)]) {
        const theirs = await keypair.signPersonalMessage(utf8(text))
        expect(verify({ address: account.address, message: text, signature: theirs.signature })).toBe('valid')
        expect(
          await isValidPersonalMessageSignature(utf8(text), account.sign(text), { address: account.address }),
        ).toBe(true)
        expect(
          await isValidPersonalMessageSignature(utf8(`${text}.`), account.sign(text), { address: account.address }),
        ).toBe(false)
      }
    }
  })

  it('refuses another message, and a signature of a transaction or of the bare message', async () => {
    for (const other of [`${message} `, message.replace('app', 'apq'), ''])
      expect(verify({ address, message: other, signature: toBase64(bytes) })).toBe('invalid')
    const { signature: ofTransaction } = await keypairs[kind](0).signTransaction(utf8(message))
    expect(verify({ address, signature: ofTransaction })).toBe('invalid')
    const bare = await keypairs[kind](0).sign(utf8(message))
    expect(verify({ address, signature: toBase64(concat(bytes.subarray(0, 1), bare, bytes.subarray(65))) })).toBe(
      'invalid',
    )
  })

  it('refuses a signature with any bit of signature or key changed', () => {
    for (let bit = 8; bit < bytes.length * 8; bit += 7)
      expect(verify({ address, signature: toBase64(flipped(bytes, bit)) }), `${bit}`).toBe('invalid')
  })

  it('refuses the address of another key, and of the same secret in another kind', () => {
    expect(verify({ address: sui.createSigner(secret(1), kind).address, signature: toBase64(bytes) })).toBe('invalid')
    for (const other of signers)
      if (other.kind !== kind)
        expect(verify({ address: other.signer.address, signature: toBase64(bytes) })).toBe('invalid')
  })

  it('refuses the flag of another kind, wrong lengths, and an empty signature', () => {
    const wrong = [
      bytes.subarray(0, -1),
      concat(bytes, Uint8Array.of(0)),
      bytes.subarray(1),
      bytes.subarray(0, 65),
      bytes.subarray(0, 1),
      Uint8Array.of(),
    ]
    for (const other of wrong)
      expect(verify({ address, signature: toBase64(other) }), `${other.length}`).toBe('invalid')
    const flags = [0, 1, 2, 4, 7, 255].filter((flag) => flag !== bytes[0])
    for (const flag of flags)
      expect(verify({ address, signature: toBase64(bytes.with(0, flag)) }), `${flag}`).toBe('invalid')
  })
})

describe.each([
  { kind: 'secp256k1', curve: secp256k1 },
  { kind: 'secp256r1', curve: p256 },
])('sui, ECDSA with $kind', ({ kind, curve }) => {
  const { address, sign } = sui.createSigner(secret(0), kind)
  const bytes = bytesOf(sign(message))
  const { ORDER } = curve.Point.Fn

  it('refuses high s', () => {
    const s = bytesToNumberBE(bytes.subarray(33, 65))
    expect(s < ORDER / 2n).toBe(true)
    const high = concat(bytes.subarray(0, 33), numberToBytesBE(ORDER - s, 32), bytes.subarray(65))
    expect(verify({ address, signature: toBase64(high) })).toBe('invalid')
  })

  it('refuses r and s that are zero or not below the order, and a key that is not a point', () => {
    for (const value of [0n, ORDER, 2n ** 256n - 1n]) {
      for (const start of [1, 33]) {
        const wrong = concat(bytes.subarray(0, start), numberToBytesBE(value, 32), bytes.subarray(start + 32))
        expect(verify({ address, signature: toBase64(wrong) })).toBe('invalid')
      }
    }
    for (const head of [0, 4, 5, 6])
      expect(verify({ address, signature: toBase64(bytes.with(65, head)) })).toBe('invalid')
  })

  it('refuses an uncompressed key, even at the address that is derived from it', () => {
    const uncompressed = concat(bytes.subarray(0, 1), curve.getPublicKey(secret(0), false))
    const ownAddress = `0x${toHex(blake2b(uncompressed, { dkLen: 32 }))}`
    expect(
      verify({ address: ownAddress, signature: toBase64(concat(bytes.subarray(0, 65), uncompressed.subarray(1))) }),
    ).toBe('invalid')
  })

  it('reduces a secret that is not a key of the curve', () => {
    for (const fill of [0, 255]) {
      const account = sui.createSigner(new Uint8Array(32).fill(fill), kind)
      expect(verify({ address: account.address, signature: account.sign(message) })).toBe('valid')
    }
  })
})

describe('sui', () => {
  it('creates accounts of ed25519 by default, and none of other kinds', () => {
    expect(sui.createSigner(secret(0)).address).toBe(sui.createSigner(secret(0), 'ed25519').address)
    expect(sui.createSigner(secret(0)).sign(message)).toBe(signature)
    for (const kind of ['zkLogin', 'constructor', ''])
      expect(() => sui.createSigner(secret(0), kind), kind).toThrow(RangeError)
  })

  it('accepts an address in either case, in full length and with 0x', () => {
    const digits = signer.address.slice(2)
    expect(verify({ address: `0x${digits.toUpperCase()}` })).toBe('valid')
    for (const address of [
      '',
      digits,
      `0X${digits}`,
      `0x0${digits}`,
      `0x${digits.slice(1)}`,
      `${signer.address} `,
      `${signer.address}\n`,
    ]) {
      expect(verify({ address }), address).toBe('invalid')
    }
  })

  it('refuses other spellings of a signature', () => {
    const url = toBase64(bytesOf(signature)).replaceAll('+', '-').replaceAll('/', '_')
    const unusedBits = signature.replace(
      /(.)==$/,
      (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`,
    )
    const hex = `0x${[...bytesOf(signature)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const all = [
      '',
      `${signature}=`,
      `${signature}\n`,
      ` ${signature}`,
      signature.slice(0, -1),
      signature.slice(0, -2),
      hex,
      unusedBits,
      url,
    ]
    const wrong = all.filter((other) => other !== signature)
    expect(wrong.length).toBeGreaterThanOrEqual(7)
    for (const other of wrong) expect(verify({ signature: other }), other).toBe('invalid')
  })

  it('does not support accounts of several keys', async () => {
    const keys = [keypairs.ed25519(0), keypairs.secp256k1(1)]
    const multisig = MultiSigPublicKey.fromPublicKeys({
      threshold: 2,
      publicKeys: keys.map((key) => ({ publicKey: key.getPublicKey(), weight: 1 })),
    })
    const parts = await Promise.all(keys.map(async (key) => (await key.signPersonalMessage(utf8(message))).signature))
    const combined = multisig.combinePartialSignatures(parts)
    expect(await isValidPersonalMessageSignature(utf8(message), combined, { address: multisig.toSuiAddress() })).toBe(
      true,
    )
    expect(verify({ address: multisig.toSuiAddress(), signature: combined })).toBe('unsupported')
  })

  it('does not support zkLogin and passkeys', () => {
    for (const flag of [5, 6])
      expect(verify({ signature: toBase64(Uint8Array.of(flag, ...secret(0))) })).toBe('unsupported')
    for (const flag of [3, 5, 6]) {
      expect(verify({ signature: toBase64(Uint8Array.of(flag)) })).toBe('invalid')
      expect(verify({ signature: toBase64(Uint8Array.of(flag, 0)) })).toBe('unsupported')
    }
  })
})
