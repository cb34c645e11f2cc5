import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { p2tr, p2wpkh, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { addSignature, countUnsigned, nextInput, scriptOfKey, signInputs, UnsignablePsbt } from './psbt.ts'

const secretKey = new Uint8Array(32).fill(7)
const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const segwit = p2wpkh(secp256k1.getPublicKey(secretKey))
const taproot = p2tr(schnorr.getPublicKey(secretKey))
const foreign = p2wpkh(secp256k1.getPublicKey(new Uint8Array(32).fill(9)))

/** A transaction that spends 10 000 satoshis with each input. */
function paying(...scripts: readonly Uint8Array[]): Transaction {
  const transaction = new Transaction()
  for (const [i, script] of scripts.entries())
    transaction.addInput({
      txid: hex.encode(new Uint8Array(32).fill(i + 1)),
      index: 0,
      witnessUtxo: { script, amount: 10_000n },
    })
  transaction.addOutputAddress(receiver, BigInt(scripts.length) * 9_000n)
  return transaction
}

const signEcdsa = (digest: Uint8Array) => secp256k1.sign(digest, secretKey, { prehash: false })

describe('a PSBT', () => {
  it('that spends from a SegWit wallet is signed input by input, as its own library finalizes it', () => {
    const publicKey = secp256k1.getPublicKey(secretKey)
    let psbt = paying(segwit.script, foreign.script, segwit.script).toPSBT()
    expect(countUnsigned(psbt, scriptOfKey(publicKey))).toBe(2)
    for (const expected of [0, 2]) {
      const { index, digest } = nextInput(psbt, scriptOfKey(publicKey))
      expect(index).toBe(expected)
      psbt = addSignature(psbt, { publicKey, signature: signEcdsa(digest) })
    }
    expect(() => nextInput(psbt, scriptOfKey(publicKey))).toThrow('not signed yet')
    const signed = Transaction.fromPSBT(psbt)
    for (const index of [0, 2]) signed.finalizeIdx(index)
    const alone = paying(segwit.script, foreign.script, segwit.script)
    alone.signIdx(secretKey, 0)
    alone.finalizeIdx(0)
    expect(signed.getInput(0).finalScriptWitness?.[1]).toEqual(alone.getInput(0).finalScriptWitness?.[1])
    const [signature = new Uint8Array()] = signed.getInput(2).finalScriptWitness ?? []
    expect(signature.at(-1)).toBe(1)
  })

  it('that spends from a Taproot wallet gets a signature of its output key', () => {
    const outputKey = taproot.tweakedPubkey
    const psbt = paying(taproot.script, foreign.script).toPSBT()
    const { digest } = nextInput(psbt, scriptOfKey(outputKey))
    const automatic = paying(taproot.script, foreign.script)
    automatic.updateInput(0, { tapInternalKey: schnorr.getPublicKey(secretKey) })
    automatic.signIdx(secretKey, 0)
    const theirs = automatic.getInput(0).tapKeySig ?? new Uint8Array()
    expect(schnorr.verify(theirs, digest, outputKey)).toBe(true)
    const signed = Transaction.fromPSBT(addSignature(psbt, { publicKey: outputKey, signature: theirs }))
    signed.finalizeIdx(0)
    expect(signed.getInput(0).finalScriptWitness).toEqual([theirs])
  })

  it('that spends from a SegWit wallet has the digest that its own library signs', () => {
    const { digest } = nextInput(paying(segwit.script, foreign.script).toPSBT(), segwit.script)
    const automatic = paying(segwit.script, foreign.script)
    automatic.signIdx(secretKey, 0)
    const [[publicKey, theirs] = []] = automatic.getInput(0).partialSig ?? []
    const signature = theirs?.subarray(0, -1) ?? new Uint8Array()
    expect(secp256k1.verify(signature, digest, publicKey!, { prehash: false, format: 'der' })).toBe(true)
  })

  it.each([
    ['a SegWit wallet', segwit.script, secp256k1.getPublicKey(secretKey)],
    ['a Taproot wallet', taproot.script, taproot.tweakedPubkey],
  ])(
    'that spends twice from %s is signed input by input, each on top of the ones before',
    async (...[, script, key]) => {
      const psbts: Uint8Array[] = []
      const digests: string[] = []
      const signed = await signInputs(
        paying(script, foreign.script, script).toPSBT(),
        key,
        async ({ psbt, digest }) => {
          psbts.push(psbt)
          digests.push(hex.encode(digest))
          return signEcdsa(digest)
        },
      )
      expect(new Set(digests).size).toBe(2)
      expect(psbts.map((psbt) => countUnsigned(psbt, script))).toEqual([2, 1])
      expect(() => nextInput(signed, script)).toThrow('not signed yet')
      expect(Transaction.fromPSBT(signed).getInput(1)).not.toHaveProperty('partialSig')
    },
  )

  it('of which an input is final needs no other signature for it', () => {
    const transaction = paying(segwit.script)
    transaction.signIdx(secretKey, 0)
    transaction.finalizeIdx(0)
    expect(() => nextInput(transaction.toPSBT(), segwit.script)).toThrow('not signed yet')
  })

  it('that spends from a script which only begins like that of the wallet is none of the wallet', () => {
    const transaction = paying(segwit.script.subarray(0, 1))
    expect(() => nextInput(transaction.toPSBT(), segwit.script)).toThrow('spends from this wallet')
  })

  it.each([
    ['Taproot for one output', taproot.script, 3],
    ['Taproot for nothing else than its input', taproot.script, 0x81],
    ['SegWit by the mark of Taproot', segwit.script, 0],
  ])('that asks for a signature of %s is refused', (...[, script, sighashType]) => {
    const transaction = paying(script)
    transaction.updateInput(0, { sighashType })
    expect(() => nextInput(transaction.toPSBT(), script)).toThrow('SIGHASH_ALL')
  })

  it.each([
    ['broken bytes', () => Uint8Array.of(1, 2, 3), 'a PSBT of BIP-174.'],
    ['only another wallet', () => paying(foreign.script).toPSBT(), 'that spends from this wallet.'],
    [
      'another kind of signature',
      () => {
        const transaction = paying(segwit.script)
        transaction.updateInput(0, { sighashType: 3 })
        return transaction.toPSBT()
      },
      'SIGHASH_ALL',
    ],
  ])('of %s is refused', (_, make, sentence) => {
    const refuse = () => nextInput(make(), segwit.script)
    expect(refuse).toThrow(UnsignablePsbt)
    expect(refuse).toThrow(sentence)
  })

  it('of Taproot is refused without the outputs of all inputs', () => {
    const transaction = paying(taproot.script)
    transaction.addInput({ txid: hex.encode(new Uint8Array(32).fill(8)), index: 0 })
    expect(() => nextInput(transaction.toPSBT(), taproot.script)).toThrow('the outputs of all inputs')
  })
})
