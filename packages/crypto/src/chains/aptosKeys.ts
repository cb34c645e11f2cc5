/**
 * Lengths in BCS, variant included, of the kinds of `AnyPublicKey` that have one: ed25519, secp256k1, secp256r1,
 * SLH-DSA.
 */
const fixedLengths: Readonly<Record<number, number>> = { 0: 34, 1: 67, 2: 67, 5: 34 }

/** Where a keyless account's issuer and identity commitment (32 bytes) end. */
function keylessEnd(bytes: Uint8Array, start: number): number | undefined {
  const issuerLength = bytes[start]
  // An issuer is of 120 bytes at most, so its length is always one byte.
  if (issuerLength === undefined || issuerLength > 120) return undefined
  const commitmentStart = start + 1 + issuerLength
  return bytes[commitmentStart] === 32 ? commitmentStart + 33 : undefined
}

/** The end of the `AnyPublicKey` that starts here, which may lie beyond the bytes; `undefined` if none starts here. */
function anyPublicKeyEnd(bytes: Uint8Array, start: number): number | undefined {
  const variant = bytes[start]
  if (variant === 3) return keylessEnd(bytes, start + 1)
  // A federated keyless account has the address of its keys before it.
  if (variant === 4) return keylessEnd(bytes, start + 33)
  const length = fixedLengths[variant ?? -1]
  return length !== undefined && bytes[start + 1] === length - 2 ? start + length : undefined
}

/** 2 to 32 keys of ed25519, and how many of them have to sign. */
function isMultiEd25519Key(bytes: Uint8Array): boolean {
  const keyCount = (bytes.length - 1) / 32
  const threshold = bytes.at(-1) ?? 0
  return Number.isInteger(keyCount) && keyCount >= 2 && keyCount <= 32 && threshold >= 1 && threshold <= keyCount
}

/** 1 to 32 keys of any kind, and how many of them have to sign. */
function isMultiKey(bytes: Uint8Array): boolean {
  const [keyCount = 0] = bytes
  let end = 1
  for (let index = 0; index < keyCount; index++) {
    const next = anyPublicKeyEnd(bytes, end)
    if (next === undefined) return false
    end = next
  }
  const threshold = bytes[end] ?? 0
  return keyCount >= 1 && keyCount <= 32 && end === bytes.length - 1 && threshold >= 1 && threshold <= keyCount
}

/**
 * Whether bytes are an Aptos public key of a kind that exists but is not verified here: keyless, secp256r1, SLH-DSA, or
 * several keys (MultiEd25519 and MultiKey). The forms are those of the BCS encoding.
 */
export function isMultipleOrKeylessKey(bytes: Uint8Array): boolean {
  const [variant = 0] = bytes
  const isOtherSingleKey = variant >= 2 && anyPublicKeyEnd(bytes, 0) === bytes.length
  return isOtherSingleKey || isMultiEd25519Key(bytes) || isMultiKey(bytes)
}
