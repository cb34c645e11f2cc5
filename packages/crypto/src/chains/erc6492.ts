import { concat, equalBytes } from '@latchkey/base/bytes'

/** A contract wallet's signature, with the call that deploys the wallet (ERC-6492). */
export interface DeployingSignature {
  /** Contract that deploys the wallet, 20 bytes. */
  readonly factory: Uint8Array
  /** Call of the factory that deploys it. */
  readonly calldata: Uint8Array
  /** Signature for the wallet itself. */
  readonly signature: Uint8Array
}

const wordLength = 32

/** The suffix of a wrapped signature: `6492`, sixteen times. */
const magic = Uint8Array.from({ length: wordLength }, (_, index) => (index % 2 === 0 ? 0x64 : 0x92))

/** Whether a signature has the suffix of ERC-6492. */
export function isErc6492(bytes: Uint8Array): boolean {
  return equalBytes(bytes.subarray(-wordLength), magic)
}

/** Wraps a signature: `(address, bytes, bytes)` in the contract ABI, then the suffix. */
export function writeErc6492({ factory, calldata, signature }: DeployingSignature): Uint8Array {
  const calldataOffset = 3 * wordLength
  const signatureOffset = calldataOffset + wordLength + paddedLength(calldata.length)
  return concat(
    concat(new Uint8Array(wordLength - factory.length), factory),
    word(calldataOffset),
    word(signatureOffset),
    word(calldata.length),
    padded(calldata),
    word(signature.length),
    padded(signature),
    magic,
  )
}

/** Reads a wrapped signature; `undefined` for any bytes but those that {@link writeErc6492} writes. */
export function readErc6492(bytes: Uint8Array): DeployingSignature | undefined {
  const calldata = sized(bytes, 3 * wordLength)
  const signature = calldata && sized(bytes, 4 * wordLength + paddedLength(calldata.length))
  if (!signature) return undefined
  const read = { factory: bytes.subarray(wordLength - 20, wordLength), calldata, signature }
  return equalBytes(writeErc6492(read), bytes) ? read : undefined
}

/** The bytes after the length word at an offset, cut at the end of the input; `undefined` without a length word. */
function sized(bytes: Uint8Array, offset: number): Uint8Array | undefined {
  if (bytes.length < offset + wordLength) return undefined
  const length = new DataView(bytes.buffer, bytes.byteOffset + offset, wordLength).getUint32(wordLength - 4)
  const start = offset + wordLength
  return bytes.subarray(start, start + length)
}

function word(value: number): Uint8Array {
  const bytes = new Uint8Array(wordLength)
  new DataView(bytes.buffer).setUint32(wordLength - 4, value)
  return bytes
}

function paddedLength(length: number): number {
  return Math.ceil(length / wordLength) * wordLength
}

function padded(bytes: Uint8Array): Uint8Array {
  return concat(bytes, new Uint8Array(paddedLength(bytes.length) - bytes.length))
}
