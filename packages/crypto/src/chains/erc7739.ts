import { concat, equalBytes, readHex, utf8 } from '@latchkey/base/bytes'
/** Signatures of contract wallets that are bound to the wallet by nested typed data (ERC-7739). */
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The domain of a contract wallet in typed data (EIP-712), without salt and extensions. */
export interface VerifierDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  /** The wallet. */
  readonly address: string
}

/** A signature of 65 bytes, and what it signs. */
export interface NestedSignature {
  readonly digest: Uint8Array
  readonly signature: Uint8Array
}

const hash = (...parts: readonly Uint8Array[]) => keccak_256(concat(...parts))
const typedDigest = (separator: Uint8Array, struct: Uint8Array) => hash(Uint8Array.of(0x19, 0x01), separator, struct)

const domainType = keccak_256(
  utf8('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
)
const personalSignType = keccak_256(utf8('PersonalSign(bytes prefixed)'))

const signatureLength = 65

/** The fields of the domain as a struct has them. */
function encodeDomain({ name, version, chainId, address }: VerifierDomain): Uint8Array {
  return concat(
    keccak_256(utf8(name)),
    keccak_256(utf8(version)),
    readHex(`0x${chainId.toString(16).padStart(64, '0')}`) ?? new Uint8Array(),
    readHex(`0x${address.slice(2).padStart(64, '0')}`) ?? new Uint8Array(),
  )
}

/** A personal message, nested in the domain of the wallet. @param digest - Of the message, as EIP-191 hashes it. */
function readPersonalSign(digest: Uint8Array, signature: Uint8Array, domain: VerifierDomain): NestedSignature[] {
  if (signature.length !== signatureLength) return []
  const separator = hash(domainType, encodeDomain(domain))
  return [{ digest: typedDigest(separator, hash(personalSignType, digest)), signature }]
}

/**
 * Typed data of an application, nested in the domain of the wallet: the signature, the application's domain, the hash
 * of the contents, their type, and its length in two bytes.
 */
function readTypedDataSign(digest: Uint8Array, bytes: Uint8Array, domain: VerifierDomain): NestedSignature[] {
  const typeLength = (bytes.at(-2) ?? 0) * 256 + (bytes.at(-1) ?? 0)
  if (typeLength === 0 || bytes.length !== signatureLength + 64 + typeLength + 2) return []
  const appSeparator = bytes.subarray(signatureLength, signatureLength + 32)
  const contents = bytes.subarray(signatureLength + 32, signatureLength + 64)
  const description = new TextDecoder().decode(bytes.subarray(-2 - typeLength, -2))
  const name = /^[^(]*/.exec(description)?.[0] ?? ''
  if (name === '' || !equalBytes(typedDigest(appSeparator, contents), digest)) return []
  const type = `TypedDataSign(${name} contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)${description}`
  const struct = hash(keccak_256(utf8(type)), contents, encodeDomain(domain), new Uint8Array(32))
  return [{ digest: typedDigest(appSeparator, struct), signature: bytes.subarray(0, signatureLength) }]
}

/** Lists the possible readings of a signature, if the wallet is asked about a digest. */
export function readErc7739(digest: Uint8Array, signature: Uint8Array, domain: VerifierDomain): NestedSignature[] {
  return [...readPersonalSign(digest, signature, domain), ...readTypedDataSign(digest, signature, domain)]
}
