import { nextInput, scriptOfKey, signInputs as signInputsOf, UnsignablePsbt } from '@latchkey/device/psbt'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { CeremonyError } from '../../shared/ceremonyError.ts'

const unsupported = (needed: string, cause: unknown) =>
  new CeremonyError('unsupported', `On Bitcoin this engine signs ${needed}`, { cause })

/** @throws {@link CeremonyError} `unsupported` for a text that is not base64 */
function bytesOf(psbt: string): Uint8Array {
  try {
    return base64.decode(psbt)
  } catch (cause) {
    throw unsupported('a PSBT of BIP-174 in base64.', cause)
  }
}

/** The error for a PSBT that the wallet cannot sign; another error is left as it is. */
const asUnsupported = (cause: unknown) => (cause instanceof UnsignablePsbt ? unsupported(cause.message, cause) : cause)

/** Computes the digest that the key signs next. @returns Hex. @throws {@link CeremonyError} `unsupported` */
export function digestOfPsbt(psbt: string, publicKey: string): string {
  const bytes = bytesOf(psbt)
  try {
    return bytesToHex(nextInput(bytes, scriptOfKey(hexToBytes(publicKey))).digest)
  } catch (error) {
    throw asUnsupported(error)
  }
}

/**
 * Signs every input of the key.
 *
 * @param sign - Signs the next input of a PSBT. It returns `r ‖ s` in hex.
 * @throws {@link CeremonyError} `unsupported`, and what `sign` throws
 */
export async function signInputs(
  psbt: string,
  publicKey: string,
  sign: (psbt: string) => Promise<string>,
): Promise<string> {
  const signNext = async ({ psbt: next }: { readonly psbt: Uint8Array }) => hexToBytes(await sign(base64.encode(next)))
  try {
    return base64.encode(await signInputsOf(bytesOf(psbt), hexToBytes(publicKey), signNext))
  } catch (error) {
    throw asUnsupported(error)
  }
}
