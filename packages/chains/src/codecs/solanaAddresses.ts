import { concat, readBase58, toBase58, utf8 } from '@latchkey/base/bytes'
/** Addresses of Solana that programs derive. This loads the curve ed25519, so import it lazily. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { programs } from './solanaInstructions.ts'

/** The address that a program derives from seeds: the first one off the curve, so that it has no key. */
function deriveProgramAddress(program: string, seeds: readonly Uint8Array[]): string {
  const suffix = concat(bytesOf(program), utf8('ProgramDerivedAddress'))
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256(concat(...seeds, Uint8Array.of(bump), suffix))
    if (!isOnCurve(hash)) return toBase58(hash)
  }
  throw new RangeError('Failed to derive an address: every one is a point of the curve.')
}

/** The address of a wallet's token account for a mint, as the associated token account program derives it. */
export function associatedTokenAddress(wallet: string, mint: string, tokenProgram: string = programs.token): string {
  const key = `${wallet} ${mint} ${tokenProgram}`
  const derivedBefore = derived.get(key)
  if (derivedBefore !== undefined) return derivedBefore
  const seeds = [wallet, tokenProgram, mint].map(bytesOf)
  const address = deriveProgramAddress(programs.associatedToken, seeds)
  if (derived.size >= maximumDerived) derived.delete(derived.keys().next().value ?? '')
  derived.set(key, address)
  return address
}

/** Deriving takes as long as verifying a part of a signature, and the same addresses are asked for again and again. */
const derived = new Map<string, string>()
const maximumDerived = 1000

/** The program whose accounts have the names of tokens, by their mints. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** The address of the account in which that program keeps the name of a mint. */
export function metadataAddress(mint: string): string {
  return deriveProgramAddress(metadataProgram, [utf8('metadata'), bytesOf(metadataProgram), bytesOf(mint)])
}

/** The address of a lookup table that this authority creates in a slot. */
export function lookupTableAddress(authority: string, recentSlot: bigint): string {
  const slot = new Uint8Array(8)
  new DataView(slot.buffer).setBigUint64(0, recentSlot, true)
  return deriveProgramAddress(programs.lookupTable, [bytesOf(authority), slot])
}

/** The address of an account that the key of another address creates with a seed. */
export function addressWithSeed(base: string, seed: string, owner: string): string {
  return toBase58(sha256(concat(bytesOf(base), utf8(seed), bytesOf(owner))))
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}

function bytesOf(address: string): Uint8Array {
  const bytes = readBase58(address)
  if (bytes?.length !== 32) throw new TypeError('Failed to derive an address: a Solana address has 32 bytes.')
  return bytes
}
