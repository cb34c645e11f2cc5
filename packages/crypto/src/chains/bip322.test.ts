import { readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import {
  OutScript,
  p2ms,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  p2wsh,
  RawWitness,
  SigHash,
  Transaction as PeerTransaction,
} from '@scure/btc-signer'
import { BIP322 } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import basic from '../../test/vectors/bip322_basic.json'
import generated from '../../test/vectors/bip322_gen.json'
import type { ChainFacts } from '../walletSignature.ts'
import { hashMessage, toSign, toSpend, verifyBip322 } from './bip322.ts'
import { bitcoin } from './bitcoin.ts'
import { type Lock, readBitcoinAddress } from './bitcoinAddress.ts'
import { readTransaction, readWitness } from './bitcoinReader.ts'
import { type RawTransaction, segwitDigest, transactionIdOf, writeTransaction } from './bitcoinTransaction.ts'
import { signDigest } from './secp256k1.ts'

interface Vector {
  readonly type: string
  readonly address: string
  readonly message: string
  readonly bip322_signatures: readonly string[]
}

const facts: ChainFacts = { contractWallet: () => undefined, accountKeys: () => [] }
const verify = (address: string, message: string, signature: string) =>
  bitcoin.verify({ chain: 'BTC', address, message, signature }, facts)
const lockOf = (address: string): Lock => {
  const lock = readBitcoinAddress(address)
  return lock && lock !== 'unknown' ? lock : expect.fail('no address')
}
const shownId = (transaction: RawTransaction) => toHex(transactionIdOf(transaction))
const emptyOutput = (opcode: number) => ({ amount: 0n, script: Uint8Array.of(opcode) })
const caseOf = (vector: Vector, signature: string) => ({
  name: `${vector.type}, ${signature.slice(0, 12)}…${signature.slice(-12)}`,
  ...vector,
  signature,
})
const cases = [basic.simple, generated.simple, generated.full, generated.proof_of_funds]
  .flat()
  .flatMap((vector: Vector) => vector.bip322_signatures.map((signature) => caseOf(vector, signature)))
const isSupported = ({ type, signature }: { type: string; signature: string }) =>
  !type.endsWith('time-lock') && !signature.startsWith('pof')

const secret = sha256(utf8('bip322'))
const publicKey = secp256k1.getPublicKey(secret)
const message = 'Sign in to app.example.com'
const payments = {
  p2pkh: p2pkh(publicKey),
  p2wpkh: p2wpkh(publicKey),
  'p2sh-p2wpkh': p2sh(p2wpkh(publicKey)),
  p2tr: p2tr(publicKey.subarray(1)),
}

interface Changes {
  readonly version?: number
  readonly lockTime?: number
  readonly sequence?: number
  readonly script?: string
  readonly index?: number
  readonly sighash?: SigHash
  readonly moreOutputs?: number
  readonly moreInputs?: number
}

/** The signature of independent libraries for a message: one makes `to_spend`, another signs `to_sign`. */
function peerSign(kind: keyof typeof payments, changes: Changes = {}): { address: string; full: Uint8Array } {
  const payment = payments[kind]
  const {
    version = 0,
    lockTime = 0,
    sequence = 0,
    script = '6a',
    index = 0,
    sighash = SigHash.ALL,
    moreOutputs = 0,
    moreInputs = 0,
  } = changes
  const paid = BIP322.buildToSpendTx(message, Buffer.from(payment.script)).toBuffer()
  const spent = PeerTransaction.fromRaw(paid, { allowUnknownOutputs: true, disableScriptCheck: true })
  const transaction = new PeerTransaction({
    version,
    lockTime,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
    allowLegacyWitnessUtxo: true,
  })
  const utxo =
    kind === 'p2pkh' ? { nonWitnessUtxo: spent.toBytes(true) } : { witnessUtxo: { script: payment.script, amount: 0n } }
  const types = sighash === SigHash.ALL ? [SigHash.DEFAULT, SigHash.ALL] : [sighash]
  transaction.addInput({
    ...payment,
    ...utxo,
    txid: spent.id,
    index,
    sequence,
    sighashType: kind === 'p2tr' && sighash === SigHash.ALL ? SigHash.DEFAULT : sighash,
  })
  for (let i = 0; i < moreInputs; i++) {
    transaction.addInput({
      ...payments.p2wpkh,
      txid: '11'.repeat(32),
      index: i,
      witnessUtxo: { script: payments.p2wpkh.script, amount: 1n },
    })
  }
  for (let i = 0; i <= moreOutputs; i++) transaction.addOutput({ script: Buffer.from(script, 'hex'), amount: 0n })
  transaction.sign(secret, types, new Uint8Array(32))
  transaction.finalize()
  return { address: payment.address as string, full: transaction.toBytes(true, true) }
}

const verifyPeer = (...args: Parameters<typeof peerSign>) => {
  const { address, full } = peerSign(...args)
  return verify(address, message, `ful${toBase64(full)}`)
}

describe('BIP-322 vectors', () => {
  it.each(basic.tx_hashes)(
    'hash the message and both transactions of "$message"',
    ({ message, address, ...hashes }) => {
      const signed = { lock: lockOf(address), message }
      expect(toHex(hashMessage(message))).toBe(hashes.message_hash)
      expect(shownId(toSpend(signed))).toBe(hashes.to_spend_tx_hash)
      expect(shownId(toSign(signed, {}))).toBe(hashes.to_sign_tx_hash)
    },
  )

  it.each(cases.filter(isSupported))('accepts $name', ({ address, message, signature }) => {
    expect(verify(address, message, signature)).toBe('valid')
    expect(verify(address, `${message}.`, signature)).toBe('invalid')
  })

  it.each(cases.filter((each) => !isSupported(each)))('does not support $name', ({ address, message, signature }) => {
    expect(verify(address, message, signature)).toBe('unsupported')
  })

  it('are complete: 23 signatures, of which 18 are checked, and 36 errors', () => {
    expect([cases.length, cases.filter(isSupported).length, basic.error.length + generated.error.length]).toEqual([
      23, 18, 36,
    ])
  })

  it.each([...basic.error, ...generated.error])('refuses: $description', ({ address, message, signature }) => {
    expect(verify(address, message, signature)).toBe('invalid')
  })
})

describe('a full BIP-322 signature', () => {
  const kinds = ['p2pkh', 'p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const

  it.each(kinds)('of %s is accepted from @scure/btc-signer', (kind) => {
    expect(verifyPeer(kind)).toBe('valid')
    expect(verifyPeer(kind, { version: 2, lockTime: 800_000, sequence: 144 })).toBe('valid')
  })

  it('of p2sh-p2wpkh equals the transaction of @scure/btc-signer', () => {
    const account = bitcoin.createSigner(secret, 'p2sh-p2wpkh')
    const { address, full } = peerSign('p2sh-p2wpkh')
    expect([account.address, account.sign(message)]).toEqual([address, `ful${toBase64(full)}`])
  })

  it.each(kinds)('of %s is refused with another output, or more than one', (kind) => {
    for (const changes of [{ script: '6a00' }, { script: '51' }, { moreOutputs: 1 }, { index: 1 }]) {
      if (kind !== 'p2pkh' || !('index' in changes)) expect(verifyPeer(kind, changes)).toBe('invalid')
    }
  })

  it('is refused if the output has a value, even if the signature covers it', () => {
    const { lock, scriptCode } = { lock: lockOf(payments.p2wpkh.address as string), scriptCode: payments.p2pkh.script }
    const signedWith = (...outputs: RawTransaction['outputs']) => {
      const unsigned = { ...toSign({ lock, message }, {}), outputs }
      const signature = concatBytes(signDigest(segwitDigest(unsigned, scriptCode), secret, 'der'), Uint8Array.of(1))
      const witnesses = [[signature, publicKey]]
      return verify(
        payments.p2wpkh.address as string,
        message,
        `ful${toBase64(writeTransaction({ ...unsigned, witnesses }))}`,
      )
    }
    expect(signedWith(emptyOutput(0x6a))).toBe('valid')
    expect(signedWith({ ...emptyOutput(0x6a), amount: 1n })).toBe('invalid')
  })

  it.each(kinds)('of %s is refused with a hash type that does not cover everything', (kind) => {
    for (const sighash of [SigHash.NONE, SigHash.SINGLE, SigHash.ALL_ANYONECANPAY])
      expect(verifyPeer(kind, { sighash })).toBe('invalid')
  })

  it('is not supported in another version, or with more inputs', () => {
    expect(verifyPeer('p2wpkh', { version: 1 })).toBe('unsupported')
    expect(verifyPeer('p2tr', { version: 3 })).toBe('unsupported')
    expect(verifyPeer('p2wpkh', { moreInputs: 1 })).toBe('unsupported')
  })

  it('covers the version, the lock time and the sequence', () => {
    const { address, full } = peerSign('p2wpkh', { version: 2, lockTime: 5, sequence: 7 })
    const transaction = readTransaction(full) ?? expect.fail('no transaction')
    const changed = (changes: Partial<RawTransaction>) =>
      verify(address, message, `ful${toBase64(writeTransaction({ ...transaction, ...changes }))}`)
    expect(changed({})).toBe('valid')
    expect(changed({ version: 0 })).toBe('invalid')
    expect(changed({ lockTime: 6 })).toBe('invalid')
    expect(changed({ inputs: transaction.inputs.map((input) => ({ ...input, sequence: 8 })) })).toBe('invalid')
    expect(changed({ inputs: transaction.inputs.map((input) => ({ ...input, index: 1 })) })).toBe('invalid')
    expect(changed({ outputs: [] })).toBe('invalid')
    expect(changed({ outputs: [emptyOutput(0x6a), emptyOutput(0x6a)] })).toBe('invalid')
  })

  it('is refused with a script or a witness that its kind of address does not use', () => {
    for (const kind of kinds) {
      const { address, full } = peerSign(kind)
      const transaction = readTransaction(full) ?? expect.fail('no transaction')
      const changed = ({ scriptSig, witness }: { scriptSig?: Uint8Array; witness?: Uint8Array[] }) => {
        const inputs = transaction.inputs.map((input) => ({
          ...input,
          ...(scriptSig && { finalScriptSig: scriptSig }),
        }))
        const witnesses = witness ? [witness] : transaction.witnesses
        return verify(address, message, `ful${toBase64(writeTransaction({ ...transaction, inputs, witnesses }))}`)
      }
      expect(changed({})).toBe('valid')
      expect(changed({ scriptSig: Uint8Array.of(0x51) })).toBe('invalid')
      expect(changed({ witness: [Uint8Array.of(1)] })).toBe('invalid')
      expect(changed({ witness: [], scriptSig: new Uint8Array() })).toBe('invalid')
    }
  })
})

describe('a simple BIP-322 signature', () => {
  const witnessOf = (kind: keyof typeof payments) => readTransaction(peerSign(kind).full)?.witnesses?.[0] ?? []

  it.each(['p2wpkh', 'p2sh-p2wpkh', 'p2tr'] as const)(
    'of %s is the witness of the full one, with its variant or without',
    (kind) => {
      const simple = toBase64(RawWitness.encode(witnessOf(kind)))
      expect(verify(payments[kind].address as string, message, `smp${simple}`)).toBe('valid')
      expect(verify(payments[kind].address as string, message, simple)).toBe('valid')
    },
  )

  it('of several keys has the nested script as its last item', () => {
    const secrets = ['one', 'two'].map((name) => sha256(utf8(name)))
    const multisig = p2ms(
      2,
      secrets.map((each) => secp256k1.getPublicKey(each)),
    )
    const address = p2sh(p2wsh(multisig)).address as string
    const digest = segwitDigest(toSign({ lock: lockOf(address), message }, {}), multisig.script)
    const signatures = secrets.map((each) => concatBytes(signDigest(digest, each, 'der'), Uint8Array.of(SigHash.ALL)))
    const simple = (...items: Uint8Array[]) =>
      `smp${toBase64(RawWitness.encode([new Uint8Array(), ...items, multisig.script]))}`
    expect(verify(address, message, simple(...signatures))).toBe('valid')
    expect(verify(address, message, simple(...signatures.slice(1)))).toBe('invalid')
  })

  it('of p2pkh does not exist', () => {
    const [signature] = witnessOf('p2wpkh')
    const stack = toBase64(RawWitness.encode([signature as Uint8Array, publicKey]))
    expect(verify(payments.p2pkh.address as string, message, `smp${stack}`)).toBe('invalid')
  })

  it('is refused with a missing, empty or additional item', () => {
    const [signature, key] = witnessOf('p2wpkh') as [Uint8Array, Uint8Array]
    const others = [new Uint8Array(), secp256k1.getPublicKey(secret, false)].map((other) => [signature, other])
    const stacks = [[], [signature], [key], [key, signature], [signature, key, key], [new Uint8Array(), key], ...others]
    for (const stack of stacks)
      expect(verify(payments.p2wpkh.address as string, message, `smp${toBase64(RawWitness.encode(stack))}`)).toBe(
        'invalid',
      )
    const nested = payments['p2sh-p2wpkh'].address as string
    for (const stack of stacks)
      expect(verify(nested, message, `smp${toBase64(RawWitness.encode(stack))}`)).toBe('invalid')
  })

  it('of a proof of funds is refused when it is not a PSBT', () => {
    expect(verify(payments.p2wpkh.address as string, message, 'pofAAAA')).toBe('invalid')
  })

  it('depends only on the output script, not on the network', () => {
    const simple = `smp${toBase64(RawWitness.encode(witnessOf('p2wpkh')))}`
    const lock = lockOf(payments.p2wpkh.address as string)
    expect(toHex(OutScript.encode({ type: 'wpkh', hash: lock.program }))).toBe(toHex(payments.p2wpkh.script))
    expect(verifyBip322({ lock, message }, simple)).toBe('valid')
    expect(readWitness(readBase64(simple.slice(3)) ?? expect.fail('not base64'))).toHaveLength(2)
  })
})
