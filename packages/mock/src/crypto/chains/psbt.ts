/** What a key signs for a PSBT or a message of Bitcoin. This loads the curve secp256k1, so import it lazily. */
import { concat } from '../bytes.ts'
import { toSign } from './bip322.ts'
import { readBitcoinAddress, scriptOf } from './bitcoinAddress.ts'
import { segwitDigest, taprootDigest } from './bitcoinTransaction.ts'

const sighashDefault = 0

/**
 * The digest that a wallet signs next in a PSBT (BIP-174).
 *
 * @param address - P2WPKH or P2TR, on the main network.
 * @throws `UnsignablePsbt` of the device
 */
export async function digestOfPsbt(psbt: Uint8Array, address: string): Promise<Uint8Array> {
  const { nextInput } = await import('@latchkey/device/psbt')
  return nextInput(psbt, lockOf(address).script).digest
}

/** The digest of a message (BIP-322, simple). */
export function digestOfBip322(message: string, address: string): Uint8Array {
  const { lock, script, program } = lockOf(address)
  const transaction = toSign({ lock, message }, {})
  if (lock.kind === 'p2tr') return taprootDigest(transaction, script, sighashDefault)
  const scriptCode = concat(Uint8Array.of(0x76, 0xa9, 0x14), program, Uint8Array.of(0x88, 0xac))
  return segwitDigest(transaction, scriptCode)
}

function lockOf(address: string) {
  const lock = readBitcoinAddress(address)
  if (!lock || lock === 'unknown') throw new TypeError('This is not a Bitcoin address.')
  return { lock, script: scriptOf(lock), program: lock.program }
}
