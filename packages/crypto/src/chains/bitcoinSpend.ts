import { equalBytes } from '@latchkey/base/bytes'
import { schnorr } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type ScriptType, SigHash } from '@scure/btc-signer'
import type { Verdict } from '../walletSignature.ts'
import { type Lock, type LockKind, readWitnessProgram } from './bitcoinAddress.ts'
import { readPushes, readScript } from './bitcoinReader.ts'
import { scriptOf } from './bitcoinScripts.ts'
import { legacyDigest, type RawTransaction, segwitDigest, taprootDigest } from './bitcoinTransaction.ts'
import { hash160 } from './hash160.ts'
import { isDerSignature } from './secp256k1.ts'

/** A lock, the transaction whose single input must satisfy it, and the witness or script of that input. */
interface Spend {
  readonly program: Uint8Array
  readonly transaction: RawTransaction
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

/** `OP_m`, n compressed keys, `OP_n`, `OP_CHECKMULTISIG`. */
interface Multisig {
  readonly required: number
  readonly publicKeys: readonly Uint8Array[]
}

type Digest = (scriptCode: Uint8Array) => Uint8Array

const verdict = (isValid: boolean): Verdict => (isValid ? 'valid' : 'invalid')

/** An ECDSA signature, then its hash type, which must cover all inputs and outputs (BIP-322, required rules). */
const isSignedAll = (signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array) =>
  signature.at(-1) === SigHash.ALL && isDerSignature(signature.subarray(0, -1), digest, publicKey)

const isCompressed = (publicKey: ScriptType[number]): publicKey is Uint8Array =>
  publicKey instanceof Uint8Array && publicKey.length === 33

function isKeyHashSpent(stack: readonly Uint8Array[], program: Uint8Array, digest: Digest): boolean {
  const [signature, publicKey] = stack
  if (!signature || !publicKey || stack.length !== 2 || !equalBytes(hash160(publicKey), program)) return false
  return isSignedAll(signature, digest(scriptOf({ kind: 'p2pkh', program })), publicKey)
}

function readMultisig(script: Uint8Array): Multisig | undefined {
  const [required, ...items] = readScript(script) ?? []
  const [count, opcode] = items.splice(-2)
  if (opcode !== 'CHECKMULTISIG' || typeof required !== 'number' || required < 1) return undefined
  if (count !== items.length || required > items.length) return undefined
  return items.every(isCompressed) ? { required, publicKeys: items } : undefined
}

/** Signatures are in the order of their keys, after the empty item that the opcode removes unused (BIP-147). */
function isMultisigSpent(
  { required, publicKeys }: Multisig,
  [dummy, ...signatures]: readonly Uint8Array[],
  digest: Uint8Array,
): boolean {
  if (dummy?.length !== 0 || signatures.length !== required) return false
  let left = publicKeys
  return signatures.every((signature) => {
    const index = left.findIndex((publicKey) => isSignedAll(signature, digest, publicKey))
    left = left.slice(index + 1)
    return index !== -1
  })
}

/** Runs a multisig script; other scripts are not supported. */
function spendScript(script: Uint8Array, stack: readonly Uint8Array[], digest: Digest): Verdict {
  const multisig = readMultisig(script)
  return multisig ? verdict(isMultisigSpent(multisig, stack, digest(script))) : 'unsupported'
}

/** Only the nested form has a `scriptSig`, a single push that the caller has compared already. */
const witnessSpends = {
  p2wpkh({ program, transaction, witness }: Spend): Verdict {
    if (!witness[1] || !isCompressed(witness[1])) return 'invalid'
    return verdict(isKeyHashSpent(witness, program, (code) => segwitDigest(transaction, code)))
  },

  p2wsh({ program, transaction, witness }: Spend): Verdict {
    const script = witness.at(-1)
    if (!script || !equalBytes(sha256(script), program)) return 'invalid'
    return spendScript(script, witness.slice(0, -1), (code) => segwitDigest(transaction, code))
  },

  p2tr({ program, transaction, witness }: Spend): Verdict {
    const [signature] = witness
    if (!signature || witness.length !== 1) return isScriptPath(witness) ? 'unsupported' : 'invalid'
    const hashType = signature.length === 64 ? SigHash.DEFAULT : SigHash.ALL
    if (hashType === SigHash.ALL && (signature.length !== 65 || signature[64] !== hashType)) return 'invalid'
    const digest = taprootDigest(transaction, scriptOf({ kind: 'p2tr', program }), hashType)
    return verdict(schnorr.verify(signature.subarray(0, 64), digest, program))
  },
}

/** Whether the last item has the shape of a control block of Tapscript, or of an annex (BIP-341). */
function isScriptPath(witness: readonly Uint8Array[]): boolean {
  const last = witness.length < 2 ? undefined : witness.at(-1)
  if (!last) return false
  const [mark = 0] = last
  const isControlBlock =
    last.length >= 33 && last.length <= 33 + 32 * 128 && last.length % 32 === 1 && (mark & 0xfe) === 0xc0
  return mark === 0x50 || isControlBlock
}

const withoutScriptSig = (spend: (input: Spend) => Verdict) => (input: Spend) =>
  input.scriptSig.length === 0 ? spend(input) : 'invalid'

const spends: Readonly<Record<LockKind, (spend: Spend) => Verdict>> = {
  p2wpkh: withoutScriptSig(witnessSpends.p2wpkh),
  p2wsh: withoutScriptSig(witnessSpends.p2wsh),
  p2tr: withoutScriptSig(witnessSpends.p2tr),

  p2pkh({ program, transaction, scriptSig, witness }) {
    const stack = readPushes(scriptSig)
    if (!stack || witness.length > 0) return 'invalid'
    return verdict(isKeyHashSpent(stack, program, (code) => legacyDigest(transaction, code)))
  },

  p2sh(spend) {
    const stack = readPushes(spend.scriptSig)
    const script = stack?.at(-1)
    if (!stack || !script || !equalBytes(hash160(script), spend.program)) return 'invalid'
    const nested = readWitnessProgram(script)
    if (nested)
      return stack.length === 1
        ? spends[nested.kind]({ ...spend, program: nested.program, scriptSig: new Uint8Array() })
        : 'invalid'
    if (spend.witness.length > 0) return 'invalid'
    return spendScript(script, stack.slice(0, -1), (code) => legacyDigest(spend.transaction, code))
  },
}

/**
 * Whether the single input of a transaction satisfies a lock, by the consensus rules and the required rules of BIP-322.
 * `unsupported` for scripts other than single-key and m-of-n scripts.
 */
export function verifySpend(lock: Lock, transaction: RawTransaction): Verdict {
  const { inputs, witnesses: [witness = []] = [] } = transaction
  const [input] = inputs
  if (!input || inputs.length !== 1) return 'invalid'
  return spends[lock.kind]({ program: lock.program, transaction, scriptSig: input.finalScriptSig, witness })
}
