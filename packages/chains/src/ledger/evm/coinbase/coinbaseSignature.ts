import { encodeBase64url } from '@latchkey/base/base64url'
import { concat, readHex, toHex } from '@latchkey/base/bytes'
import { recoverAccount } from '@latchkey/crypto/chains/recoverable'
/** The signatures of Coinbase smart wallets: the number of an owner, and what this owner has signed. */
import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as AbiParameters from 'ox/AbiParameters'
import type { Hex } from '../../../codecs/evmTransactions.ts'
import type { Execution } from '../execution.ts'
import { Revert } from '../revert.ts'
import { addressOfOwner, ownersAt } from './coinbaseOwners.ts'

const wrapper = AbiParameters.from('(uint256 ownerIndex, bytes signatureData) signature')
const passkey = AbiParameters.from(
  '(bytes authenticatorData, bytes clientDataJSON, uint256 challengeIndex, uint256 typeIndex, uint256 r, uint256 s) signature',
)

/** @throws {@link Revert} for data of another form, as the decoder of Solidity does */
function decode<const P extends AbiParameters.AbiParameters>(parameters: P, data: Hex) {
  try {
    return AbiParameters.decode(parameters, data)
  } catch {
    throw new Revert('0x')
  }
}

interface Signed {
  readonly digest: Hex
  readonly signature: Hex
}

/** Whether an owner of a wallet has signed a digest. @throws {@link Revert} for a signature of another form */
export function isSignedByCoinbaseOwner(execution: Execution, wallet: Hex, { digest, signature }: Signed): boolean {
  const [{ ownerIndex, signatureData }] = decode(wrapper, signature)
  const owner = ownersAt(execution, wallet)[Number(ownerIndex)] ?? '0x'
  const hash = readHex(digest) ?? new Uint8Array()
  const address = addressOfOwner(owner)
  if (address === undefined) return isSignedByPasskey(owner, hash, signatureData)
  const account = recoverAccount(hash, readHex(signatureData) ?? new Uint8Array())
  return account !== undefined && `0x${toHex(account)}` === address
}

/** Bits of the authenticator's flags: the person was there. */
const userPresent = 0x01

/** The order of P-256: of a signature and its twin, contracts take the one with the lower `s`. */
const highestS = p256.Point.Fn.ORDER / 2n

/** Whether a passkey has signed a challenge, which is the digest (WebAuthn). */
function isSignedByPasskey(publicKey: Hex, digest: Uint8Array, signature: Hex): boolean {
  const [{ authenticatorData, clientDataJSON, challengeIndex, typeIndex, r, s }] = decode(passkey, signature)
  const [data, client] = [readHex(authenticatorData), readHex(clientDataJSON)].map((bytes) => bytes ?? new Uint8Array())
  if (!data || !client || s > highestS) return false
  const text = new TextDecoder().decode(client)
  const isAnswer =
    text.startsWith('"type":"webauthn.get"', Number(typeIndex)) &&
    text.startsWith(`"challenge":"${encodeBase64url(digest)}"`, Number(challengeIndex))
  if (!isAnswer || ((data[32] ?? 0) & userPresent) === 0) return false
  const compact = readHex(`0x${[r, s].map((each) => each.toString(16).padStart(64, '0')).join('')}`)
  const point = readHex(`0x04${publicKey.slice(2)}`)
  try {
    const signed = concat(data, sha256(client))
    return p256.verify(compact ?? data, sha256(signed), point ?? data, { prehash: false, lowS: true })
  } catch {
    // The key is no point of the curve.
    return false
  }
}
