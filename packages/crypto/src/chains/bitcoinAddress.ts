/**
 * Reads addresses. `@scure/btc-signer` does so as well, but it would be loaded at the start, and takes addresses of
 * unknown witness versions for malformed ones.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

/** The standard output types, by what the address contains. */
export type LockKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** The condition for spending from an address. */
export interface Lock {
  readonly kind: LockKind
  /** Hash of a key or script, or the output key of Taproot (BIP-341). */
  readonly program: Uint8Array
}

const base58check = createBase58check(sha256)
/** Networks by the prefix of their bech32 addresses. */
const prefixNetworks: ReadonlyMap<string, readonly string[]> = new Map([
  ['bc', ['mainnet']],
  ['tb', ['testnet', 'signet']],
  ['bcrt', ['regtest']],
])
const testNetworks = ['testnet', 'signet', 'regtest']
/** Kind of lock and networks by the first byte of addresses in base58. */
const base58Versions: Readonly<Record<number, readonly [LockKind, networks: readonly string[]]>> = {
  0x00: ['p2pkh', ['mainnet']],
  0x05: ['p2sh', ['mainnet']],
  0x6f: ['p2pkh', testNetworks],
  0xc4: ['p2sh', testNetworks],
}

/**
 * Reads an address of the main network, of a test network or of regtest: base58check, bech32 (BIP-173) or bech32m
 * (BIP-350).
 *
 * @returns `undefined` for any other text, and `unknown` for a witness version or program that has no meaning yet.
 */
export function readBitcoinAddress(text: string): Lock | 'unknown' | undefined {
  return readSegwitAddress(text)?.lock ?? readBase58Address(text)?.lock
}

/**
 * The networks of an address: `mainnet`, `testnet`, `signet` and `regtest`. Some of them share their addresses.
 *
 * @returns An empty list for a text that is not an address.
 */
export function bitcoinNetworksOf(text: string): readonly string[] {
  return (readSegwitAddress(text) ?? readBase58Address(text))?.networks ?? []
}

interface ReadAddress {
  readonly lock: Lock | 'unknown'
  readonly networks: readonly string[]
}

function readSegwitAddress(text: string): ReadAddress | undefined {
  const plain = bech32.decodeUnsafe(text)
  const decoded = plain ?? bech32m.decodeUnsafe(text)
  const networks = decoded && prefixNetworks.get(decoded.prefix)
  if (!decoded || !networks) return undefined
  const [version, ...words] = decoded.words
  const program = (plain ? bech32 : bech32m).fromWordsUnsafe(words)
  if (version === undefined || version > 16 || (version === 0) !== Boolean(plain)) return undefined
  if (!program || program.length < 2 || program.length > 40) return undefined
  const isTaproot = version === 1 && program.length === 32
  const laterLock = isTaproot ? { kind: 'p2tr' as const, program } : 'unknown'
  const lock = version === 0 ? witnessProgram(program) : laterLock
  return lock && { lock, networks }
}

/** The lock that a program of witness version 0 stands for (BIP-141). */
function witnessProgram(program: Uint8Array): Lock | undefined {
  if (program.length === 20) return { kind: 'p2wpkh', program }
  return program.length === 32 ? { kind: 'p2wsh', program } : undefined
}

function readBase58Address(text: string): ReadAddress | undefined {
  const [version = -1, ...program] = text.length > 35 ? [] : readBase58check(text)
  const [kind, networks] = base58Versions[version] ?? []
  return kind && networks && program.length === 20
    ? { lock: { kind, program: Uint8Array.from(program) }, networks }
    : undefined
}

function readBase58check(text: string): Uint8Array {
  try {
    return base58check.decode(text)
  } catch {
    return new Uint8Array()
  }
}

/** Reads a script that is a program of witness version 0, as P2SH nests it (BIP-141). */
export function readWitnessProgram(script: Uint8Array): Lock | undefined {
  return script[0] === 0x00 && script[1] === script.length - 2 ? witnessProgram(script.subarray(2)) : undefined
}
