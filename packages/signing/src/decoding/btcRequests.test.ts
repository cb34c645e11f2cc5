import { toHex } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { accountOf } from '../policyChains.ts'
import { decodeBtcRequest } from './btcRequests.ts'
import { unlimited } from './unlimited.ts'

const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
const shop = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const publicKey = secp256k1.getPublicKey(new Uint8Array(32).fill(1))
const scriptOf = (address: string) => OutScript.encode(Address().decode(address))

type Input = Parameters<Transaction['addInput']>[0]
interface Parts {
  readonly inputs?: readonly Input[]
  readonly outputs?: Readonly<Record<string, bigint>>
  readonly scripts?: readonly (readonly [script: Uint8Array, amount: bigint])[]
  /** Added to the first input at the end, since nothing can be added to a transaction that is signed. */
  readonly signature?: Input
}

function transactionOf(parts: Parts): Transaction {
  const { inputs = [witness(segwit, 100n)], outputs = { [shop]: 70n }, scripts = [], signature } = parts
  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
  for (const input of inputs) transaction.addInput(input)
  for (const [address, amount] of Object.entries(outputs)) transaction.addOutputAddress(address, amount)
  for (const [script, amount] of scripts) transaction.addOutput({ script, amount })
  if (signature) transaction.updateInput(0, signature, true)
  return transaction
}

let seed = 0
/** An input of which the PSBT says only the amount. */
const witness = (address: string, amount: bigint): Input => ({
  txid: (++seed).toString(16).padStart(64, '0'),
  index: 0,
  witnessUtxo: { script: scriptOf(address), amount },
})
/** An input with the transaction that made it, of which it spends one of two outputs. */
function proved(address: string, amount: bigint, index = 0): Input {
  const outputs = index === 0 ? { [address]: amount, [taproot]: 1n } : { [taproot]: 1n, [address]: amount }
  const earlier = transactionOf({ outputs })
  const nonWitnessUtxo = earlier.unsignedTx
  return { txid: toHex(sha256(sha256(nonWitnessUtxo)).toReversed()), index, nonWitnessUtxo }
}

const effectsOf = (parts: Parts, account = segwit) =>
  decodeBtcRequest({
    chain: 'BTC',
    account: accountOf('BTC', account),
    named: [],
    request: { message: base64.encode(transactionOf(parts).toPSBT()) },
    signed: '',
  })
const paid = (address: string, amount: bigint) => ({ account: accountOf('BTC', address), asset: 'native', amount })

describe('a PSBT', () => {
  it('pays its outputs, of which those to the wallet are common', () => {
    const effects = effectsOf({ outputs: { [shop]: 70n, [segwit]: 20n } })
    expect(effects).toEqual({
      kind: 'transaction',
      grants: [paid(shop, 70n), { ...paid(segwit, 20n), isCommon: true }],
      calls: [],
      fees: [{ amount: 10n }],
      unknown: [],
      hidden: [],
      transactionId: expect.stringMatching(/^[\da-f]{64}$/),
    })
  })

  it('has the id of its transaction, whatever has been signed of it', () => {
    const transaction = transactionOf({})
    const idOf = () =>
      decodeBtcRequest({
        chain: 'BTC',
        account: accountOf('BTC', segwit),
        named: [],
        request: { message: base64.encode(transaction.toPSBT()) },
        signed: '',
      }).transactionId
    const id = toHex(sha256(sha256(transaction.unsignedTx)))
    expect(idOf()).toBe(id)
    transaction.updateInput(0, { finalScriptWitness: [new Uint8Array(64)] }, true)
    expect(idOf()).toBe(id)
  })

  it('leaves out data that nobody can spend, and nothing else', () => {
    const data = Uint8Array.of(0x6a, 1, 7)
    expect(effectsOf({ scripts: [[data, 0n]] })).toMatchObject({ grants: [paid(shop, 70n)], unknown: [] })
    expect(effectsOf({ scripts: [[data, 1n]] }).unknown).toEqual([{ reason: expect.stringContaining('script') }])
    expect(effectsOf({ scripts: [[Uint8Array.of(0x51), 0n]] }).unknown).toHaveLength(1)
    expect(effectsOf({ outputs: { [shop]: 0n } }).grants).toEqual([paid(shop, 0n)])
  })

  it('goes on after an output that is left out, and after one that is unknown', () => {
    const scripts = [
      [Uint8Array.of(0x6a, 1, 7), 0n],
      [Uint8Array.of(0x51), 1n],
      [scriptOf(taproot), 2n],
    ] as const
    expect(effectsOf({ scripts }).grants).toEqual([paid(shop, 70n), paid(taproot, 2n)])
  })
})

describe('the fee of a PSBT', () => {
  const feeOf = (parts: Parts, account?: string) => effectsOf(parts, account).fees[0]?.amount

  it('is what the outputs leave, and never less than nothing', () => {
    expect(feeOf({ outputs: { [shop]: 70n, [segwit]: 30n } })).toBe(0n)
    expect(feeOf({ outputs: { [shop]: 170n } })).toBe(0n)
    expect(feeOf({ outputs: {} })).toBe(100n)
  })

  it('could be any amount without the transactions of other inputs', () => {
    expect(feeOf({ inputs: [witness(segwit, 100n), witness(segwit, 100n)] })).toBe(unlimited)
    expect(feeOf({ inputs: [witness(segwit, 100n), witness(shop, 100n)] })).toBe(unlimited)
    expect(feeOf({ inputs: [witness(segwit, 100n), { txid: '2'.repeat(64), index: 0 }] })).toBe(unlimited)
    expect(feeOf({ inputs: [witness(shop, 100n)] })).toBe(unlimited)
  })

  it('counts the inputs whose transactions it has, by the output that they spend', () => {
    expect(feeOf({ inputs: [witness(segwit, 100n), proved(segwit, 50n)] })).toBe(80n)
    expect(feeOf({ inputs: [proved(shop, 100n, 1)] })).toBe(30n)
  })

  it('believes all amounts that a signature of Taproot commits to', () => {
    const inputs = [witness(taproot, 100n), witness(shop, 100n)]
    expect(feeOf({ inputs }, taproot)).toBe(130n)
    expect(feeOf({ inputs: inputs.toReversed() }, taproot)).toBe(130n)
    expect(feeOf({ inputs }, shop)).toBe(unlimited)
  })

  it.each<[string, Input]>([
    ['a signature of a key', { partialSig: [[publicKey, new Uint8Array(71)]] }],
    ['a signature of Taproot', { tapKeySig: new Uint8Array(64) }],
    ['a witness', { finalScriptWitness: [new Uint8Array(64)] }],
  ])('does not believe the amount of an input that has %s already', (_, signature) => {
    expect(feeOf({ signature })).toBe(unlimited)
    expect(feeOf({ inputs: [witness(segwit, 100n), witness(segwit, 50n)], signature })).toBe(unlimited)
  })

  it('believes the amount that the next signature of the wallet commits to', () => {
    const signature = { finalScriptWitness: [new Uint8Array(64)] }
    expect(feeOf({ inputs: [proved(segwit, 100n), witness(segwit, 50n)], signature })).toBe(80n)
    expect(feeOf({ inputs: [proved(segwit, 100n), witness(segwit, 50n)] })).toBe(unlimited)
  })
})
