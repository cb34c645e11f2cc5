import { addSignature as addToPsbt, countUnsigned, nextInput, scriptOfKey, UnsignablePsbt } from '@latchkey/device/psbt'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { CeremonyError } from '../../shared/ceremonyError.ts'

/** Runs work with the bytes of a PSBT. @throws {@link CeremonyError} `unsupported` for a text that is none */
function withPsbt<T>(text: string, work: (psbt: Uint8Array) => T): T {
  try {
    return work(base64.decode(text))
  } catch (cause) {
    const needed = cause instanceof UnsignablePsbt ? cause.message : 'a PSBT of BIP-174 in base64.'
    throw new CeremonyError('unsupported', `On Bitcoin this engine signs ${needed}`, { cause })
  }
}

const scriptOf = (publicKey: string) => scriptOfKey(hexToBytes(publicKey))

/** What the key signs next. @returns Hex of the digest. @throws {@link CeremonyError} `unsupported` */
export function digestOfPsbt(psbt: string, publicKey: string): string {
  return withPsbt(psbt, (bytes) => bytesToHex(nextInput(bytes, scriptOf(publicKey)).digest))
}

/** How many inputs the key has to sign, at least one. @throws {@link CeremonyError} `unsupported` */
export function unsignedInputs(psbt: string, publicKey: string): number {
  return withPsbt(psbt, (bytes) => countUnsigned(bytes, scriptOf(publicKey)))
}

/** Puts the signature of the next input into the PSBT. All values are hex. */
export function addSignature(
  psbt: string,
  { publicKey, signature }: { readonly publicKey: string; readonly signature: string },
): string {
  const signed = { publicKey: hexToBytes(publicKey), signature: hexToBytes(signature) }
  return withPsbt(psbt, (bytes) => base64.encode(addToPsbt(bytes, signed)))
}
