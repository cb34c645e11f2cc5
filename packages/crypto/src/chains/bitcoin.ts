import { equalBytes, readBase64, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { RawWitness, SigHash, Script } from '@scure/btc-signer'
import { VarBytes } from '@scure/btc-signer/script.js'
import { sha256x2, taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import type { ChainSignatures, Signer, Verdict } from '../walletSignature.ts'
import { toSign, verifyBip322 } from './bip322.ts'
import { type Lock, readBitcoinAddress } from './bitcoinAddress.ts'
import { scriptOf, writeBitcoinAddress } from './bitcoinScripts.ts'
import { type RawTransaction, segwitDigest, taprootDigest, writeTransaction } from './bitcoinTransaction.ts'
import { ecdsaSecret } from './curves.ts'
import { hash160 } from './hash160.ts'
import { recoverPublicKey, signDigest } from './secp256k1.ts'

const { Point } = secp256k1
const legacyPrefix = VarBytes.encode(utf8('Bitcoin Signed Message:\n'))

/** The digest of a message before BIP-322: that of the words `Bitcoin Signed Message`, and of the message. */
export const legacyMessageDigest = (message: string): Uint8Array =>
  sha256x2(legacyPrefix, VarBytes.encode(utf8(message)))

/** A signature with public key recovery: its first byte is 27 to 42 (BIP-137). No witness here begins with that. */
function readLegacySignature(signature: string): Uint8Array | undefined {
  const bytes = readBase64(signature)
  return bytes?.length === 65 && (bytes[0] as number) >= 27 && (bytes[0] as number) <= 42 ? bytes : undefined
}

/** `Bitcoin Signed Message`, for P2PKH addresses only. Its use for other addresses (BIP-137) is not supported. */
function verifyLegacy({ kind, program }: Lock, message: string, signature: Uint8Array): Verdict {
  const header = (signature[0] as number) - 27
  if (kind !== 'p2pkh') return 'unsupported'
  if (header > 7) return 'invalid'
  const publicKey = recoverPublicKey(
    { signature: signature.subarray(1), recovery: header & 3 },
    legacyMessageDigest(message),
  )
  if (!publicKey) return 'invalid'
  const spelled = header < 4 ? Point.fromBytes(publicKey).toBytes(false) : publicKey
  return equalBytes(hash160(spelled), program) ? 'valid' : 'invalid'
}

interface Account {
  readonly lock: Lock
  sign(message: string): string
}

interface Keys {
  readonly secretKey: Uint8Array
  readonly publicKey: Uint8Array
}

/** The signature and the key that spend a P2WPKH output. */
function keyHashWitness({ secretKey, publicKey }: Keys, transaction: RawTransaction): Uint8Array[] {
  const scriptCode = scriptOf({ kind: 'p2pkh', program: hash160(publicKey) })
  const signature = signDigest(segwitDigest(transaction, scriptCode), secretKey, 'der')
  return [concatBytes(signature, Uint8Array.of(SigHash.ALL)), publicKey]
}

const accounts: Readonly<Record<string, (keys: Keys) => Account>> = {
  p2wpkh(keys) {
    const lock: Lock = { kind: 'p2wpkh', program: hash160(keys.publicKey) }
    return {
      lock,
      sign: (message) => `smp${toBase64(RawWitness.encode(keyHashWitness(keys, toSign({ lock, message }, {}))))}`,
    }
  },

  p2tr(keys) {
    const secretKey = taprootTweakPrivKey(keys.secretKey)
    const lock: Lock = { kind: 'p2tr', program: schnorr.getPublicKey(secretKey) }
    const sign = (message: string) => {
      const digest = taprootDigest(toSign({ lock, message }, {}), scriptOf(lock), SigHash.DEFAULT)
      return `smp${toBase64(RawWitness.encode([schnorr.sign(digest, secretKey, new Uint8Array(32))]))}`
    }
    return { lock, sign }
  },

  'p2sh-p2wpkh'(keys) {
    const script = scriptOf({ kind: 'p2wpkh', program: hash160(keys.publicKey) })
    const lock: Lock = { kind: 'p2sh', program: hash160(script) }
    const sign = (message: string) => {
      const witness = keyHashWitness(keys, toSign({ lock, message }, {}))
      const scriptSig = Script.encode([script])
      return `ful${toBase64(writeTransaction(toSign({ lock, message }, { scriptSig, witness })))}`
    }
    return { lock, sign }
  },

  p2pkh({ secretKey, publicKey }) {
    const sign = (message: string) => {
      const [recovery = 0, ...signature] = signDigest(legacyMessageDigest(message), secretKey, 'recovered')
      return toBase64(Uint8Array.of(31 + recovery, ...signature))
    }
    return { lock: { kind: 'p2pkh', program: hash160(publicKey) }, sign }
  },
}

/**
 * Bitcoin: BIP-322 for single-key addresses, and for m-of-n keys in P2SH, P2WSH or both. P2PKH addresses also accept
 * the older signature of 65 bytes in base64. Other scripts, proofs of funds and undefined witness versions are not
 * supported.
 *
 * Kinds of account: `p2wpkh`, `p2tr`, `p2sh-p2wpkh`, and `p2pkh`, which signs in the older form.
 */
export const bitcoin: ChainSignatures = {
  verify({ address, message, signature }) {
    const lock = readBitcoinAddress(address)
    if (!lock) return 'invalid'
    if (lock === 'unknown') return 'unsupported'
    const legacy = readLegacySignature(signature)
    return legacy ? verifyLegacy(lock, message, legacy) : verifyBip322({ lock, message }, signature)
  },

  createSigner(secret, kind = 'p2wpkh'): Signer {
    const secretKey = ecdsaSecret(secp256k1, secret)
    const publicKey = secp256k1.getPublicKey(secretKey, true)
    const account = accounts[kind]?.({ secretKey, publicKey })
    if (!account) throw new RangeError('Accounts of Bitcoin are of the kind p2wpkh, p2tr, p2sh-p2wpkh or p2pkh.')
    return { address: writeBitcoinAddress(account.lock), publicKey: toHex(publicKey), sign: account.sign }
  },
}
