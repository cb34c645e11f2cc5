import { equalBytes, readBase64, utf8 } from '@latchkey/base/bytes'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Script } from '@scure/btc-signer'
import type { Verdict } from '../walletSignature.ts'
import type { Lock } from './bitcoinAddress.ts'
import { readTransaction, readWitness } from './bitcoinReader.ts'
import { scriptOf } from './bitcoinScripts.ts'
import { verifySpend } from './bitcoinSpend.ts'
import { type RawTransaction, transactionIdOf } from './bitcoinTransaction.ts'
import { hash160 } from './hash160.ts'

/** The message and the lock of the address that signs it. */
interface Signed {
  readonly lock: Lock
  readonly message: string
}

const opReturn = Script.encode(['RETURN'])
const psbtMagic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)
const nothing = new Uint8Array()

/** The hash of a message (BIP-322, message hashing). */
export function hashMessage(message: string): Uint8Array {
  return schnorr.utils.taggedHash('BIP0322-signed-message', utf8(message))
}

/** The virtual transaction that pays to the address (`to_spend`) and commits to the message. */
export function toSpend({ lock, message }: Signed): RawTransaction {
  const finalScriptSig = Script.encode(['OP_0', hashMessage(message)])
  const input = { txid: new Uint8Array(32), index: 0xffff_ffff, finalScriptSig, sequence: 0 }
  return virtual({ inputs: [input], outputs: [{ amount: 0n, script: scriptOf(lock) }], witnesses: [[]] })
}

/**
 * The virtual transaction that spends the output of {@link toSpend} (`to_sign`), with the data that satisfies the lock.
 */
export function toSign(
  signed: Signed,
  { scriptSig = nothing, witness = [] }: { scriptSig?: Uint8Array | undefined; witness?: readonly Uint8Array[] },
): RawTransaction {
  const input = { txid: transactionIdOf(toSpend(signed)), index: 0, finalScriptSig: scriptSig, sequence: 0 }
  return virtual({ inputs: [input], outputs: [{ amount: 0n, script: opReturn }], witnesses: [[...witness]] })
}

const virtual = (parts: Pick<RawTransaction, 'inputs' | 'outputs' | 'witnesses'>): RawTransaction => ({
  ...parts,
  version: 0,
  segwitFlag: true,
  lockTime: 0,
})

/**
 * The `scriptSig` push of a nested witness: the program of the key or script in the last witness item. The simple form
 * omits it.
 */
function nestedScriptSig({ kind, program }: Lock, witness: readonly Uint8Array[]): Uint8Array | undefined {
  const last = witness.at(-1)
  if (kind !== 'p2sh' || !last) return undefined
  const locks: readonly Lock[] = [
    { kind: 'p2wpkh', program: hash160(last) },
    { kind: 'p2wsh', program: sha256(last) },
  ]
  const script = locks.map(scriptOf).find((candidate) => equalBytes(hash160(candidate), program))
  return script && Script.encode([script])
}

/** Verifies a witness without its transaction (BIP-322, simple). */
function verifySimple(signed: Signed, bytes: Uint8Array): Verdict {
  const witness = readWitness(bytes)
  if (!witness) return 'invalid'
  return verifySpend(signed.lock, toSign(signed, { witness, scriptSig: nestedScriptSig(signed.lock, witness) }))
}

/**
 * Verifies a whole transaction (BIP-322, full). Its lock time and sequence say when it would be valid, and are not
 * checked. Unknown versions, and additional inputs (proofs of funds), are `unsupported`.
 */
function verifyFull(signed: Signed, bytes: Uint8Array): Verdict {
  const transaction = readTransaction(bytes)
  const [input] = transaction?.inputs ?? []
  const [output] = transaction?.outputs ?? []
  if (!transaction || !input || !output || transaction.outputs.length !== 1) return 'invalid'
  if (output.amount !== 0n || !equalBytes(output.script, opReturn)) return 'invalid'
  if (input.index !== 0 || !equalBytes(input.txid, transactionIdOf(toSpend(signed)))) return 'invalid'
  if (transaction.inputs.length > 1 || ![0, 2].includes(transaction.version)) return 'unsupported'
  return verifySpend(signed.lock, transaction)
}

/** A proof of funds depends on which outputs are unspent, and the simulated chain has no record of them. */
const verifyFunds = (_: Signed, bytes: Uint8Array): Verdict =>
  equalBytes(bytes.subarray(0, 5), psbtMagic) ? 'unsupported' : 'invalid'

const variants: Readonly<Record<string, typeof verifySimple>> = { smp: verifySimple, ful: verifyFull, pof: verifyFunds }

/**
 * Whether an address signed a message, by BIP-322: variant `smp`, `ful` or `pof`, then base64. Without a variant the
 * signature is simple: wallets wrote it so before BIP-322 defined the variants.
 */
export function verifyBip322(signed: Signed, signature: string): Verdict {
  const variant = variants[signature.slice(0, 3)]
  const bytes = readBase64(variant ? signature.slice(3) : signature)
  return bytes ? (variant ?? verifySimple)(signed, bytes) : 'invalid'
}
