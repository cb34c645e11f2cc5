import { concat, equalBytes, isWellFormed, readBase64, readHex, toBase64, toHex, utf8 } from '@latchkey/base/bytes'
import { isObject } from '@latchkey/base/isObject'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { ChainSignatures } from '../walletSignature.ts'
import { isEd25519Signature } from './curves.ts'
import { readTonAddress, toTonAddress, type TonAccount } from './tonAddress.ts'
import { bitsOf, type Cell, createCell, readBag, writeBag } from './tonCells.ts'

/** The content of a proof request (TON Connect, `ton_proof`). */
export interface TonProof {
  /** Host of the application. */
  readonly domain: string
  /** Unix time in seconds. */
  readonly timestamp: number
  /** The nonce, which the application expects back. */
  readonly payload: string
}

/** The key of a wallet contract, version 3, revision 2. */
export interface TonKey {
  /** As wallets show it. */
  readonly address: string
  readonly account: TonAccount
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** From which the contract is created. */
  readonly stateInit: Cell
  /** The id of the contract among those of one key. */
  readonly walletId: number
  /** Signs bytes as they are. @returns 64 bytes */
  sign(bytes: Uint8Array): Uint8Array
  /** Signs a proof (`ton_proof`). @returns 64 bytes */
  signProof(proof: TonProof): Uint8Array
}

/** Offset of the key in the data of each wallet contract, by the hash of its code. */
const wallets: Readonly<Record<string, { readonly keyOffset: number; readonly bitLength: number }>> = {
  // Wallet v3, revisions 1 and 2: sequence number, wallet id, key.
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: { keyOffset: 64, bitLength: 320 },
  '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599': { keyOffset: 64, bitLength: 320 },
  // Wallet v4, revision 2: the same, then its plug-ins.
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: { keyOffset: 64, bitLength: 321 },
  // Wallet v5, revision 1: whether signatures are allowed, the same as v3, then its extensions.
  '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f': { keyOffset: 65, bitLength: 322 },
}

/** `split_depth` and `special` absent, code and data present, no library (TL-B `StateInit`). */
const stateInitBits = 0b0011_0000

/** The compiled contract of wallet v3, revision 2, as it is published in the TON repository (`crypto/smartcont`). */
const walletV3R2 =
  'ff0020dd2082014c97ba218201339cbab19f71b0ed44d0d31fd31f31d70bffe304e0a4f2608308d71820d31fd31fd31ff82313bbf263ed44d0d31fd31fd3ffd15132baf2a15144baf2a204f901541055f910f2a3f8009320d74a96d307d402fb00e8d101a4c8cb1fcb1fcbffc9ed54'
/** Id of the default wallet in workchain 0. */
const defaultWalletId = 698_983_191

/**
 * TON: a TON Connect proof, signed with ed25519 by the key in the initial state of the wallet contract.
 *
 * The message is a JSON text with `domain`, `timestamp` and `payload`. The signature is a JSON text with `signature`
 * (64 bytes, base64), `state_init` (the bag of cells that the wallet sends, base64) and `public_key` (32 bytes, hex).
 * Only wallet contracts v3, v4 R2 and v5 R1 are supported: for others the position of the key is unknown.
 *
 * @see https://docs.ton.org/v3/guidelines/ton-connect/verifying-signed-in-users
 */
export const ton: ChainSignatures = {
  verify({ address, message, signature }) {
    const proof = readTonProof(message)
    const account = readTonAddress(address)
    const answer = readAnswer(signature)
    if (!proof || !account || !answer || !equalBytes(answer.stateInit.hash, account.hash)) return 'invalid'
    const key = keyOf(answer.stateInit)
    if (key === undefined) return 'unsupported'
    const isSigned =
      equalBytes(key, answer.publicKey) && isEd25519Signature(answer.signature, digestOf(proof, account), key)
    return isSigned ? 'valid' : 'invalid'
  },

  createSigner(secret, kind = 'v3R2') {
    if (kind !== 'v3R2') throw new RangeError('Test wallets of TON are of the kind v3R2.')
    const { address, publicKey, stateInit, signProof } = createTonKey(secret)
    return {
      address,
      publicKey: toHex(publicKey),
      sign(message) {
        const proof = readTonProof(message)
        if (!proof) throw new TypeError('A wallet of TON signs a JSON text with domain, timestamp and payload.')
        return JSON.stringify({
          signature: toBase64(signProof(proof)),
          state_init: toBase64(writeBag(stateInit)),
          public_key: toHex(publicKey),
        })
      },
    }
  },
}

/** The key that 32 secret bytes stand for. */
export function createTonKey(secret: Uint8Array): TonKey {
  const publicKey = ed25519.getPublicKey(secret)
  const stateInit = stateInitOf(publicKey)
  const account: TonAccount = { workchain: 0, hash: stateInit.hash }
  const sign = (bytes: Uint8Array) => ed25519.sign(bytes, secret)
  return {
    address: toTonAddress(account),
    account,
    publicKey,
    stateInit,
    walletId: defaultWalletId,
    sign,
    signProof: (proof) => sign(digestOf(proof, account)),
  }
}

/** The initial state of the default wallet of a key. */
function stateInitOf(publicKey: Uint8Array): Cell {
  const data = createCell(concat(uint32(0), uint32(defaultWalletId), publicKey))
  return createCell(Uint8Array.of(stateInitBits), 5, [createCell(readHex(walletV3R2) ?? new Uint8Array()), data])
}

/** The address of the default wallet (version 3, revision 2) of an ed25519 key. */
export function tonAddressOf(publicKey: Uint8Array): string {
  return toTonAddress({ workchain: 0, hash: stateInitOf(publicKey).hash })
}

/** Reads the JSON text of a proof, which has exactly three members; `undefined` for any other text. */
export function readTonProof(text: string): TonProof | undefined {
  const value = readObject(text, ['domain', 'timestamp', 'payload'])
  if (!value) return undefined
  const { domain, timestamp, payload } = value
  const isTime = typeof timestamp === 'number' && Number.isSafeInteger(timestamp) && timestamp >= 0
  const areTexts =
    typeof domain === 'string' && typeof payload === 'string' && isWellFormed(domain) && isWellFormed(payload)
  return areTexts && isTime ? { domain, timestamp, payload } : undefined
}

function readAnswer(text: string): { signature: Uint8Array; stateInit: Cell; publicKey: Uint8Array } | undefined {
  const value = readObject(text, ['signature', 'state_init', 'public_key'])
  if (!value || !Object.values(value).every((member) => typeof member === 'string')) return undefined
  const { signature: signed, state_init: bag, public_key: key } = value as Record<string, string>
  const signature = readBase64(signed ?? '')
  const stateInit = readBag(readBase64(bag ?? '') ?? new Uint8Array())
  const publicKey = /^[\da-f]{64}$/.test(key ?? '') ? readHex(key ?? '') : undefined
  return signature && stateInit && publicKey ? { signature, stateInit, publicKey } : undefined
}

/** The key that a known wallet contract checks signatures with; `undefined` for other contracts. */
function keyOf({ bitLength, data: bits, references }: Cell): Uint8Array | undefined {
  const [code, data] = references
  // The bits and the marker of their end.
  const isStateInit = bitLength === 5 && bits[0] === (stateInitBits | 0b100) && references.length === 2
  if (!isStateInit || !code || !data) return undefined
  const hash = toHex(code.hash)
  const wallet = Object.hasOwn(wallets, hash) ? wallets[hash] : undefined
  return wallet && data.bitLength === wallet.bitLength ? bitsOf(data, wallet.keyOffset, 256) : undefined
}

function digestOf({ domain, timestamp, payload }: TonProof, { workchain, hash }: TonAccount): Uint8Array {
  const host = utf8(domain)
  const message = concat(
    utf8('ton-proof-item-v2/'),
    uint32(workchain),
    hash,
    uint32(host.length, true),
    host,
    uint64(timestamp),
    utf8(payload),
  )
  return sha256(concat(Uint8Array.of(0xff, 0xff), utf8('ton-connect'), sha256(message)))
}

/** An object with exactly those members. */
function readObject(text: string, names: readonly string[]): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isWhole =
      isObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name))
    return isWhole ? value : undefined
  } catch {
    return undefined
  }
}

function uint32(value: number, littleEndian = false): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, littleEndian)
  return bytes
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true)
  return bytes
}
