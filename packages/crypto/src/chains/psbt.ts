/** The digests of PSBTs and of Bitcoin's messages. This loads `@scure/btc-signer`, so import it lazily. */
import { nextInput } from '@latchkey/device/psbt'
import { SigHash } from '@scure/btc-signer'
import { toSign } from './bip322.ts'
import { readBitcoinAddress } from './bitcoinAddress.ts'
import { scriptOf } from './bitcoinScripts.ts'
import { segwitDigest, taprootDigest } from './bitcoinTransaction.ts'

/**
 * The digest that a wallet signs next in a PSBT (BIP-174).
 *
 * @param address - P2WPKH or P2TR, on the main network.
 * @throws `UnsignablePsbt` of the device
 */
export function digestOfPsbt(psbt: Uint8Array, address: string): Uint8Array {
  return nextInput(psbt, lockOf(address).script).digest
}

/** The digest of a message (BIP-322, simple). */
export function digestOfBip322(message: string, address: string): Uint8Array {
  const { lock, script } = lockOf(address)
  const transaction = toSign({ lock, message }, {})
  if (lock.kind === 'p2tr') return taprootDigest(transaction, script, SigHash.DEFAULT)
  return segwitDigest(transaction, scriptOf({ kind: 'p2pkh', program: lock.program }))
}

function lockOf(address: string) {
  const lock = readBitcoinAddress(address)
  if (!lock || lock === 'unknown') throw new TypeError('This is not a Bitcoin address.')
  return { lock, script: scriptOf(lock) }
}
