import { concat, equalBytes, readBase64, readHex } from '@latchkey/base/bytes'
import { base64url } from '@scure/base'

/** An account of TON: its workchain, and the hash of the state that it began with. */
export interface TonAccount {
  readonly workchain: 0 | -1
  readonly hash: Uint8Array
}

const bounceable = 0x11
const nonBounceable = 0x51
const testOnly = 0x80

/**
 * Reads an address: raw (`0:` and 64 hex digits), or user-friendly, where tag, workchain, hash and checksum are 48
 * characters of base64 in either alphabet.
 *
 * @returns `undefined` for any other text, a wrong checksum among them.
 */
export function readTonAddress(text: string): TonAccount | undefined {
  const raw = /^(0|-1):([\da-fA-F]{64})$/.exec(text)
  if (raw) return accountOf(Number(raw[1]), readHex(raw[2] ?? ''))
  if (!/^([\w-]{48}|[A-Za-z\d+/]{48})$/.test(text)) return undefined
  const bytes = readBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
  if (!bytes || !equalBytes(bytes.subarray(34), crc16(bytes.subarray(0, 34)))) return undefined
  const [tag = 0, workchain = 0] = bytes
  if (![bounceable, nonBounceable].includes(tag & ~testOnly)) return undefined
  return accountOf(workchain === 0xff ? -1 : workchain, bytes.slice(2, 34))
}

/** Writes the address of a wallet as wallets show it: user-friendly, not bounceable, in base64url. */
export function toTonAddress({ workchain, hash }: TonAccount): string {
  const bytes = concat(Uint8Array.of(nonBounceable, workchain & 0xff), hash)
  return base64url.encode(concat(bytes, crc16(bytes)))
}

function accountOf(workchain: number, hash: Uint8Array | undefined): TonAccount | undefined {
  return hash && (workchain === 0 || workchain === -1) ? { workchain, hash } : undefined
}

/** CRC-16/XMODEM, highest byte first. */
function crc16(bytes: Uint8Array): Uint8Array {
  let remainder = 0
  for (const byte of bytes) {
    remainder ^= byte << 8
    for (let bit = 0; bit < 8; bit++) remainder = ((remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return Uint8Array.of(remainder >> 8, remainder & 0xff)
}
