import { concat, readBase58, readHex, toBase58, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE, numberToBytesBE } from '@noble/curves/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { TronWeb, utils } from 'tronweb'
import { describe, expect, it } from 'vitest'
import type { ChainFacts, Verdict } from '../walletSignature.ts'
import { evm } from './evm.ts'
import { tron } from './tron.ts'

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const secret = (index: number) => sha256(utf8(`tron ${index}`))
const message = `app.example.com wants you to sign in with your Tron account: ŝ 🔑 ${'.'.repeat(80)}`
const signer = tron.createSigner(secret(0))
const signature = signer.sign(message)
const bytes = readHex(signature) ?? expect.fail('not hex')
const hex = (changed: Uint8Array) => `0x${toHex(changed)}`
const flipped = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

const verify = (changed: { address?: string; message?: string; signature?: string }): Verdict =>
  tron.verify({ chain: 'TRON', address: signer.address, message, signature, ...changed }, facts)

describe('tron', () => {
  it('accepts signatures of 12 accounts', () => {
    for (let index = 0; index < 12; index++) {
      const account = tron.createSigner(secret(index))
      expect(
        verify({ address: account.address, message: `message ${index}`, signature: account.sign(`message ${index}`) }),
      ).toBe('valid')
    }
  })

  it("signs like tronweb, and each accepts the other's signatures", () => {
    for (let index = 0; index < 10; index++) {
      const account = tron.createSigner(secret(index))
      const key = toHex(secret(index))
      expect(account.address).toBe(TronWeb.address.fromPrivateKey(key))
      expect(account.publicKey).toBe(
        toHex(Uint8Array.from(utils.crypto.getPubKeyFromPriKey(utils.code.hexStr2byteArray(key)))),
      )
      for (const text of ['', message, '0x1234', 'long '.repeat(5000)]) {
        const theirs = utils.message.signMessage(text, key)
        expect(account.sign(text)).toBe(theirs)
        expect(verify({ address: account.address, message: text, signature: theirs })).toBe('valid')
        expect(utils.message.verifyMessage(text, account.sign(text))).toBe(account.address)
        expect(utils.message.verifyMessage(`${text}.`, account.sign(text))).not.toBe(account.address)
      }
    }
  })

  it("refuses another message, and a signature with Ethereum's prefix", () => {
    for (const other of [`${message} `, message.replace('app', 'apq'), '', message.normalize('NFD')])
      expect(verify({ message: other })).toBe('invalid')
    expect(verify({ signature: evm.createSigner(secret(0)).sign(message) })).toBe('invalid')
  })

  it('refuses a signature with any bit changed', () => {
    for (let bit = 0; bit < bytes.length * 8; bit += 3)
      expect(verify({ signature: hex(flipped(bytes, bit)) }), `${bit}`).toBe('invalid')
  })

  it('accepts both encodings of the recovery id, and no others', () => {
    const recovery = (bytes[64] ?? 0) - 27
    const accepted = Array.from({ length: 256 }, (_, last) => last).filter(
      (last) => verify({ signature: hex(bytes.with(64, last)) }) === 'valid',
    )
    expect(accepted).toEqual([recovery, recovery + 27])
  })

  it('refuses high s, and r and s that are out of range', () => {
    const { ORDER } = secp256k1.Point.Fn
    const s = bytesToNumberBE(bytes.subarray(32, 64))
    const high = concat(bytes.subarray(0, 32), numberToBytesBE(ORDER - s, 32), Uint8Array.of(0))
    for (const last of [27, 28, 0, 1]) expect(verify({ signature: hex(high.with(64, last)) })).toBe('invalid')
    for (const value of [0n, ORDER, 2n ** 256n - 1n]) {
      for (const start of [0, 32]) {
        const wrong = concat(bytes.subarray(0, start), numberToBytesBE(value, 32), bytes.subarray(start + 32))
        expect(verify({ signature: hex(wrong) })).toBe('invalid')
      }
    }
  })

  it('refuses anything but 65 bytes in hex after 0x', () => {
    const text = signature.slice(2)
    expect(verify({ signature: `0x${text.toUpperCase()}` })).toBe('valid')
    const wrong = [
      text,
      `0X${text}`,
      `0x${text}0`,
      `0x${text}00`,
      `0x00${text}`,
      `0x${text.slice(0, -2)}`,
      `0x${text.slice(2)}`,
      ` 0x${text}`,
      `0x${text}\n`,
      `0x${text.replace(/\d/, 'g')}`,
      '0x',
      '',
    ]
    for (const other of wrong) expect(verify({ signature: other }), other).toBe('invalid')
  })

  it('refuses the address of another account, of another network, with a wrong checksum, and in hex', () => {
    const payload = readBase58(signer.address) ?? expect.fail('not base58')
    const ofOtherNetwork = payload.with(0, 0xa0).subarray(0, 21)
    const wrong = [
      tron.createSigner(secret(1)).address,
      toBase58(payload.with(24, payload[24]! ^ 1)),
      toBase58(concat(ofOtherNetwork, sha256(sha256(ofOtherNetwork)).subarray(0, 4))),
      toBase58(payload.subarray(0, 21)),
      toHex(payload.subarray(0, 21)),
      `0x${toHex(payload.subarray(1, 21))}`,
      signer.address.toLowerCase(),
      ` ${signer.address}`,
      `1${signer.address}`,
      `${signer.address}\n`,
      '',
    ]
    for (const address of wrong) expect(verify({ address }), address).toBe('invalid')
  })

  it('reduces a secret that is not a key of the curve, and has one kind of account', () => {
    for (const edge of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      const account = tron.createSigner(edge)
      expect(verify({ address: account.address, signature: account.sign(message) })).toBe('valid')
    }
    expect(() => tron.createSigner(secret(0), 'contract')).toThrow(RangeError)
  })
})
