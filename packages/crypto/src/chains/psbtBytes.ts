import { equalBytes, readBase64 } from '@latchkey/base/bytes'

const magic = Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff)

/** The bytes of a PSBT (BIP-174) in base64; `undefined` for any other text. */
export function readPsbt(text: string): Uint8Array | undefined {
  const bytes = readBase64(text)
  return bytes && equalBytes(bytes.subarray(0, magic.length), magic) ? bytes : undefined
}
