import { readHex, toBase64, toHex } from '@latchkey/base/bytes'
import { readPsbt } from '@latchkey/crypto/chains/psbtBytes'
import type { RawSignature } from './embeddedKey.ts'

/** Signs 32 bytes, in hex, once the service has approved the PSBT that they come from. */
type SignDigest = (digest: string, request: { readonly message: string }) => Promise<RawSignature>

/**
 * Signs every input of a PSBT that spends from a wallet.
 *
 * @param publicKey - Hex.
 * @throws TypeError for a text that is not a PSBT, and for a PSBT without an input that the wallet can sign
 */
export async function signPsbt(psbt: string, publicKey: string, sign: SignDigest): Promise<string> {
  const { signInputs, UnsignablePsbt } = await import('@latchkey/device/psbt')
  const refuse = (needed: string, cause?: unknown) =>
    new TypeError(`Failed to call "signPsbt()": the wallet signs ${needed}`, { cause })
  const bytes = readPsbt(psbt)
  if (!bytes) throw refuse('a PSBT of BIP-174 in base64.')
  try {
    const signed = await signInputs(bytes, readHex(publicKey) ?? new Uint8Array(), async (next) => {
      const { signature } = await sign(toHex(next.digest), { message: toBase64(next.psbt) })
      return readHex(signature) ?? new Uint8Array()
    })
    return toBase64(signed)
  } catch (error) {
    throw error instanceof UnsignablePsbt ? refuse(error.message, error) : error
  }
}
