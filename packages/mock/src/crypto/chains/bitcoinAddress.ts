import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { equalBytes, readBase58 } from '../bytes.ts'

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

/** Script of each kind: the bytes before and after the program. */
const scripts: Readonly<Record<LockKind, readonly [before: readonly number[], after: readonly number[]]>> = {
  p2pkh: [
    [0x76, 0xa9, 0x14],
    [0x88, 0xac],
  ],
  p2sh: [[0xa9, 0x14], [0x87]],
  p2wpkh: [[0x00, 0x14], []],
  p2wsh: [[0x00, 0x20], []],
  p2tr: [[0x51, 0x20], []],
}

/** SHA-256 twice. */
export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes))

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
  const bytes = text.length > 35 ? undefined : readBase58(text)
  if (bytes?.length !== 25) return undefined
  const payload = bytes.subarray(0, 21)
  const [kind, networks] = base58Versions[bytes[0] as number] ?? []
  const isIntact = equalBytes(hash256(payload).subarray(0, 4), bytes.subarray(21))
  return kind && networks && isIntact ? { lock: { kind, program: payload.subarray(1) }, networks } : undefined
}

/** Writes an address of the main network. */
export function writeBitcoinAddress({ kind, program }: Lock): string {
  if (kind === 'p2pkh' || kind === 'p2sh')
    return base58check.encode(concatBytes(Uint8Array.of(kind === 'p2pkh' ? 0x00 : 0x05), program))
  if (kind === 'p2tr') return bech32m.encode('bc', [1, ...bech32m.toWords(program)])
  return bech32.encode('bc', [0, ...bech32.toWords(program)])
}

/** The script that locks an output (`scriptPubKey`). */
export function scriptOf({ kind, program }: Lock): Uint8Array {
  const [before, after] = scripts[kind]
  return concatBytes(Uint8Array.from(before), program, Uint8Array.from(after))
}

/** Reads a script that is a program of witness version 0, as P2SH nests it (BIP-141). */
export function readWitnessProgram(script: Uint8Array): Lock | undefined {
  return script[0] === 0x00 && script[1] === script.length - 2 ? witnessProgram(script.subarray(2)) : undefined
}
