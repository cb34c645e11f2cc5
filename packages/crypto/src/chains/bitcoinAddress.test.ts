import { toHex } from '@latchkey/base/bytes'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { Address, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import {
  bitcoinNetworksOf,
  type Lock,
  type LockKind,
  readBitcoinAddress,
  readWitnessProgram,
} from './bitcoinAddress.ts'
import { scriptOf, writeBitcoinAddress } from './bitcoinScripts.ts'

const program = (kind: LockKind) => new Uint8Array(kind === 'p2wsh' || kind === 'p2tr' ? 32 : 20).fill(0x79)
/** The generator's x coordinate, which is an output key. */
const outputKey = hexToBytes('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798')
const kinds = ['p2pkh', 'p2sh', 'p2wpkh', 'p2wsh', 'p2tr'] as const
const locks = kinds.map((kind): Lock => ({ kind, program: kind === 'p2tr' ? outputKey : program(kind) }))
const segwit = (version: number, bytes: Uint8Array, { coder = version === 0 ? bech32 : bech32m, prefix = 'bc' } = {}) =>
  coder.encode(prefix, [version, ...coder.toWords(bytes)])

describe('readBitcoinAddress', () => {
  it.each(locks)('reads back an address of kind $kind, as @scure/btc-signer does', (lock) => {
    const address = writeBitcoinAddress(lock)
    expect(readBitcoinAddress(address)).toEqual(lock)
    expect(toHex(OutScript.encode(Address().decode(address)))).toBe(toHex(scriptOf(lock)))
  })

  it.each(locks)('reads an address of kind $kind of the test network', (lock) => {
    const address = Address(TEST_NETWORK).encode(OutScript.decode(scriptOf(lock)))
    expect(readBitcoinAddress(address)).toEqual(lock)
  })

  it('reads bech32 in upper case and of regtest, but not of other networks', () => {
    const [lock] = locks.filter(({ kind }) => kind === 'p2wpkh') as [Lock]
    const address = writeBitcoinAddress(lock)
    expect(readBitcoinAddress(address.toUpperCase())).toEqual(lock)
    expect(readBitcoinAddress(segwit(0, lock.program, { prefix: 'bcrt' }))).toEqual(lock)
    expect(readBitcoinAddress(segwit(0, lock.program, { prefix: 'ltc' }))).toBeUndefined()
    expect(readBitcoinAddress(`${address.slice(0, 8)}${address.slice(8).toUpperCase()}`)).toBeUndefined()
  })

  it('refuses each address with one character changed', () => {
    for (const lock of locks) {
      const address = writeBitcoinAddress(lock)
      for (let index = 0; index < address.length; index++) {
        const changed = `${address.slice(0, index)}${address[index] === 'q' ? 'p' : 'q'}${address.slice(index + 1)}`
        expect([changed, readBitcoinAddress(changed)]).toEqual([changed, undefined])
      }
    }
  })

  it('refuses the checksum of the other form, and programs of other lengths', () => {
    expect(readBitcoinAddress(segwit(0, program('p2wpkh'), { coder: bech32m }))).toBeUndefined()
    expect(readBitcoinAddress(segwit(1, outputKey, { coder: bech32 }))).toBeUndefined()
    for (const length of [2, 19, 21, 31, 33, 40])
      expect(readBitcoinAddress(segwit(0, new Uint8Array(length)))).toBeUndefined()
    for (const length of [1, 41]) expect(readBitcoinAddress(segwit(1, new Uint8Array(length)))).toBeUndefined()
    expect(readBitcoinAddress(bech32m.encode('bc', [17, ...bech32m.toWords(outputKey)]))).toBeUndefined()
    expect(readBitcoinAddress(bech32.encode('bc', []))).toBeUndefined()
  })

  it('recognises witness programs of future versions', () => {
    expect(readBitcoinAddress(segwit(1, new Uint8Array(20)))).toBe('unknown')
    for (const version of [2, 16]) expect(readBitcoinAddress(segwit(version, outputKey))).toBe('unknown')
  })

  it('refuses base58check of another length or version, and spaces', () => {
    const base58check = createBase58check(sha256)
    const payload = (version: number, length: number) =>
      base58check.encode(new Uint8Array(length + 1).fill(7).with(0, version))
    expect(readBitcoinAddress(payload(0x00, 20))).toMatchObject({ kind: 'p2pkh' })
    const text = payload(0, 20)
    const others = [
      payload(0x00, 19),
      payload(0x00, 21),
      payload(0x30, 20),
      payload(0x80, 20),
      ` ${text}`,
      `${text} `,
      `1${text}`,
    ]
    for (const other of others) expect(readBitcoinAddress(other)).toBeUndefined()
  })
})

describe('bitcoinNetworksOf', () => {
  it.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['mainnet']],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ['mainnet']],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', ['mainnet']],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', ['testnet', 'signet']],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', ['testnet', 'signet', 'regtest']],
    [segwit(0, program('p2wpkh'), { prefix: 'bcrt' }), ['regtest']],
    ['BC1SW50QGDZ25J', ['mainnet']],
    ['bitcoin', []],
  ])('lists the networks of %s', (text, networks) => {
    expect([...bitcoinNetworksOf(text)].sort()).toEqual([...networks].sort())
  })
})

describe('readWitnessProgram', () => {
  const script = (...parts: (number | Uint8Array)[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part])))

  it('reads a program of version 0', () => {
    for (const kind of ['p2wpkh', 'p2wsh'] as const)
      expect(readWitnessProgram(script(0, program(kind).length, program(kind)))).toEqual({
        kind,
        program: program(kind),
      })
  })

  it.each([
    ['a later version', script(0x51, 20, program('p2wpkh'))],
    ['a push of another length', script(0, 21, program('p2wpkh'))],
    ['a program of another length', script(0, 21, program('p2wpkh'), 7)],
    ['nothing', script()],
  ])('reads nothing of a script with %s', (_, bytes) => {
    expect(readWitnessProgram(bytes)).toBeUndefined()
  })
})
