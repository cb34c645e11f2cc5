import { readBase58, toBase58, toBase64, utf8 } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  address as kitAddress,
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getPublicKeyFromAddress,
  isSignatureBytes,
  signBytes,
  verifySignature,
} from '@solana/kit'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { solana } from './solana.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`solana ${index}`))
const bytesOf = (text: string) => readBase58(text) ?? expect.fail('not base58')
const signer = solana.createSigner(secret(0))
const message = 'app.example.com wants you to sign in with your Solana account: ŝ 🔑'
const signature = signer.sign(message)

const verify = async (changed: { address?: string; message?: string; signature?: string }): Promise<Verdict> =>
  solana.verify({ chain: 'SOL', address: signer.address, message, signature, ...changed }, facts)

const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

describe('solana', () => {
  it('accepts signatures of 12 accounts, in base58 and in base64', async () => {
    for (let index = 0; index < 12; index++) {
      const { address, sign } = solana.createSigner(secret(index))
      const text = `message ${index}`
      expect(await solana.verify({ chain: 'SOL', address, message: text, signature: sign(text) }, facts)).toBe('valid')
      expect(
        await solana.verify(
          { chain: 'ECLIPSE', address, message: text, signature: toBase64(bytesOf(sign(text))) },
          facts,
        ),
      ).toBe('valid')
    }
  })

  it('signs the same way each time, also the empty message', async () => {
    expect(solana.createSigner(secret(0), 'ed25519').sign(message)).toBe(signature)
    expect(await verify({ message: '', signature: signer.sign('') })).toBe('valid')
  })

  it('agrees with @solana/kit in both directions', async () => {
    for (let index = 0; index < 10; index++) {
      const account = solana.createSigner(secret(index))
      const keys = await createKeyPairFromPrivateKeyBytes(secret(index))
      expect(await getAddressFromPublicKey(keys.publicKey)).toBe(account.address)
      const theirs = await signBytes(keys.privateKey, utf8(message))
      expect(
        await solana.verify(
          { chain: 'SOL', address: account.address, message, signature: toBase58(new Uint8Array(theirs)) },
          facts,
        ),
      ).toBe('valid')
      const ours = bytesOf(account.sign(message))
      const publicKey = await getPublicKeyFromAddress(kitAddress(account.address))
      expect(isSignatureBytes(ours) && (await verifySignature(publicKey, ours, utf8(message)))).toBe(true)
      expect(isSignatureBytes(ours) && (await verifySignature(publicKey, ours, utf8(`${message}.`)))).toBe(false)
    }
  })

  it('refuses another message', async () => {
    for (const other of [`${message} `, message.replace('app', 'apq'), message.toLowerCase(), ''])
      expect(await verify({ message: other })).toBe('invalid')
  })

  it('refuses a signature with any bit changed', async () => {
    for (let bit = 0; bit < 512; bit += 3)
      expect(await verify({ signature: toBase58(flipped(bytesOf(signature), bit)) }), `${bit}`).toBe('invalid')
  })

  it('refuses the address of another account, and one with a bit changed', async () => {
    expect(await verify({ address: solana.createSigner(secret(1)).address })).toBe('invalid')
    for (let bit = 0; bit < 256; bit += 5)
      expect(await verify({ address: toBase58(flipped(bytesOf(signer.address), bit)) }), `${bit}`).toBe('invalid')
  })

  it('refuses addresses that are not a key: of small order, off the curve, malformed', async () => {
    const zeros = new Uint8Array(64)
    // The system program: y is 0, a point of order 4.
    expect(await verify({ address: '1'.repeat(32), signature: toBase58(zeros) })).toBe('invalid')
    expect(await verify({ address: toBase58(zeros.subarray(0, 32).with(0, 2)) })).toBe('invalid')
    const wrong = [
      '',
      signer.address.slice(1),
      `1${signer.address}`,
      `${signer.address} `,
      signer.address.replace(/.$/, '0'),
      '1'.repeat(100_000),
    ]
    for (const address of wrong) expect(await verify({ address }), address.slice(0, 60)).toBe('invalid')
  })

  it('refuses other spellings of a signature', async () => {
    const bytes = bytesOf(signature)
    const base64 = toBase64(bytes)
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const unusedBits = base64.replace(/(.)==$/, (_, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`)
    const wrong = [
      '',
      `1${signature}`,
      `${signature}1`,
      ` ${signature}`,
      `${signature}\n`,
      signature.slice(0, -1),
      signature.replace(/.$/, 'l'),
      hex,
      `0x${hex}`,
      base64.slice(0, -1),
      base64.slice(0, -2),
      `${base64}=`,
      `${base64}\n`,
      unusedBits,
      toBase64(bytes.subarray(0, 63)),
      toBase64(Uint8Array.of(...bytes, 0)),
      base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, -2),
      JSON.stringify([...bytes]),
      '1'.repeat(100_000),
    ]
    for (const other of wrong) expect(await verify({ signature: other }), other.slice(0, 100)).toBe('invalid')
    expect(await verify({ signature: base64 })).toBe('valid')
    expect(unusedBits).not.toBe(base64)
  })

  it('makes no accounts of other kinds', () => {
    expect(() => solana.createSigner(secret(0), 'secp256k1')).toThrow(RangeError)
  })
})
