import { readBase64, toBase64, utf8 } from '@latchkey/base/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { p2tr, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import basic from '../../test/vectors/bip322_basic.json'
import generated from '../../test/vectors/bip322_gen.json'
import { readBitcoinAddress } from './bitcoinAddress.ts'
import { readWitness } from './bitcoinReader.ts'
import { digestOfBip322, digestOfPsbt } from './psbt.ts'
import { readPsbt } from './psbtBytes.ts'

const secret = new Uint8Array(32).fill(7)
const publicKey = secp256k1.getPublicKey(secret)
const segwit = p2wpkh(publicKey)
const taproot = p2tr(publicKey.subarray(1))

/** A PSBT that spends one output of a payment. */
function psbtOf(payment: typeof segwit | typeof taproot): Transaction {
  const transaction = new Transaction()
  transaction.addInput({
    ...payment,
    txid: '11'.repeat(32),
    index: 0,
    witnessUtxo: { script: payment.script, amount: 9000n },
  })
  transaction.addOutputAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 8000n)
  return transaction
}

describe('the digest of a PSBT', () => {
  it('is what another library signs', () => {
    const transaction = psbtOf(segwit)
    const digest = digestOfPsbt(transaction.toPSBT(), segwit.address ?? '')
    transaction.sign(secret, [SigHash.ALL], new Uint8Array(32))
    const [[, signature] = [publicKey, new Uint8Array()]] = transaction.getInput(0).partialSig ?? []
    expect(
      secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der', lowS: true }),
    ).toBe(true)
  })

  it('is what another library signs by Taproot', () => {
    const transaction = psbtOf(taproot)
    const digest = digestOfPsbt(transaction.toPSBT(), taproot.address ?? '')
    transaction.sign(secret, [SigHash.DEFAULT], new Uint8Array(32))
    expect(schnorr.verify(transaction.getInput(0).tapKeySig ?? new Uint8Array(), digest, taproot.tweakedPubkey)).toBe(
      true,
    )
  })

  it.each(['', '1', '0x8ba1f109551bD432803012645Ac136ddd64DBA72', 'BC1SW50QGDZ25J'])(
    'needs an address of Bitcoin, not "%s"',
    (address) => {
      expect(() => digestOfPsbt(psbtOf(segwit).toPSBT(), address)).toThrow('This is not a Bitcoin address.')
      expect(() => digestOfBip322('', address)).toThrow('This is not a Bitcoin address.')
    },
  )
})

describe('the digest of a message', () => {
  const cases = basic.simple.filter(({ type }) => type === 'p2wpkh')

  it('is what the vectors of BIP-322 have signed', () => {
    expect(cases.length).toBeGreaterThan(0)
    for (const { address, message, bip322_signatures } of cases)
      for (const text of bip322_signatures) {
        const witness = readWitness(readBase64(text.replace(/^smp/, '')) ?? new Uint8Array()) ?? []
        const [signature = new Uint8Array(), key = new Uint8Array()] = witness
        const options = { prehash: false, format: 'der', lowS: true } as const
        expect(secp256k1.verify(signature.subarray(0, -1), digestOfBip322(message, address), key, options)).toBe(true)
        expect(secp256k1.verify(signature.subarray(0, -1), digestOfBip322(`${message}.`, address), key, options)).toBe(
          false,
        )
      }
  })

  it('is what those for Taproot have signed', () => {
    const ofTaproot = generated.simple.filter(({ type }) => type === 'p2tr')
    expect(ofTaproot.length).toBeGreaterThan(0)
    for (const { address, message, bip322_signatures } of ofTaproot)
      for (const text of bip322_signatures) {
        const [signature = new Uint8Array()] =
          readWitness(readBase64(text.replace(/^smp/, '')) ?? new Uint8Array()) ?? []
        const lock = readBitcoinAddress(address)
        const outputKey = lock && lock !== 'unknown' ? lock.program : expect.fail()
        const isSigned = (signed: string) =>
          schnorr.verify(signature.subarray(0, 64), digestOfBip322(signed, address), outputKey)
        expect([isSigned(message), isSigned(`${message}.`)]).toEqual([signature.length === 64, false])
      }
  })
})

describe('a text in base64', () => {
  it('is a PSBT where it begins with its magic', () => {
    const bytes = psbtOf(segwit).toPSBT()
    expect(readPsbt(toBase64(bytes))).toEqual(bytes)
  })

  it.each(['', 'psbt', '!', toBase64(utf8('psbt')), toBase64(utf8('another text of some length'))])(
    'is no PSBT otherwise: "%s"',
    (text) => {
      expect(readPsbt(text)).toBeUndefined()
    },
  )
})
