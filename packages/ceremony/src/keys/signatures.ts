import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'

type Verify = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) => boolean
/** Verifies a signature as anybody would who knows nothing of shares. All values are hex. */
export type VerifyHex = (signature: string, message: string, publicKey: string) => boolean

export const inHex =
  (verify: Verify): VerifyHex =>
  (signature, message, publicKey) =>
    verify(hexToBytes(signature), hexToBytes(message), hexToBytes(publicKey))

export const verifyEcdsa = inHex((signature, message, publicKey) =>
  secp256k1.verify(signature, message, publicKey, { prehash: false, lowS: true }),
)
