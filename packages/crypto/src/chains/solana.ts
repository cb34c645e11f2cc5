import { readBase58, readBase64, toBase58, utf8 } from '@latchkey/base/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { readSolanaAddress } from '../addresses.ts'
import type { ChainSignatures, Verdict } from '../walletSignature.ts'
import { verifyEd25519 } from './ed25519.ts'

/** 64 bytes in base58, or in base64, where they always end in `==`. */
const readSignature = (text: string) => (text.endsWith('==') ? readBase64(text) : readBase58(text))

/**
 * Solana, and Eclipse, which runs the same virtual machine: ed25519 over the message in UTF-8, with nothing put before
 * it. The address is the key in base58. A signature is 64 bytes in base58, or in base64 with its padding.
 *
 * An address without a key (off the curve, as those of programs are) and an off-chain message envelope verify as
 * invalid.
 */
export const solana: ChainSignatures<Promise<Verdict>> = {
  async verify({ address, message, signature }) {
    const publicKey = readSolanaAddress(address)
    const bytes = readSignature(signature)
    return publicKey && bytes && (await verifyEd25519(bytes, utf8(message), publicKey)) ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'ed25519') {
    if (kind !== 'ed25519') throw new RangeError('Accounts of Solana are of the kind ed25519.')
    const address = toBase58(ed25519.getPublicKey(secret))
    return { address, publicKey: address, sign: (message) => toBase58(ed25519.sign(utf8(message), secret)) }
  },
}
