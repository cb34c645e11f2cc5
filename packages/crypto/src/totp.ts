import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { isSameText } from './hmac.ts'

/** The time step of codes, in milliseconds (RFC 6238, section 5.2). */
export const totpStepMs = 30_000

/** The time step that contains an instant (epoch milliseconds). */
export function totpStepAt(epochMs: number): number {
  return Math.floor(epochMs / totpStepMs)
}

/**
 * The code of a time step: HOTP (RFC 4226, section 5.3) with HMAC-SHA-1 and the step for a counter (RFC 6238, section
 * 4).
 *
 * @param digits - How many digits the code has. @default 6
 */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = new Uint8Array(8)
  const view = new DataView(counter.buffer)
  view.setUint32(0, Math.floor(step / 0x1_0000_0000))
  view.setUint32(4, step >>> 0)
  const mac = hmac(sha1, secret, counter)
  const offset = (mac[19] as number) & 15
  const truncated = new DataView(mac.buffer, mac.byteOffset).getUint32(offset) & 0x7fff_ffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/**
 * Finds the time step of a code: the present one, or the one before or after it, since clocks drift and people type
 * slowly.
 *
 * @param input.lastStep - The latest step that was accepted; codes of this step and of earlier ones are refused.
 * @returns `undefined` for a code that is wrong, too old or used already.
 */
export function findTotpStep({
  secret,
  code,
  epochMs,
  lastStep = -1,
}: {
  secret: Uint8Array
  code: string
  epochMs: number
  lastStep?: number | undefined
}): number | undefined {
  const present = totpStepAt(epochMs)
  return [present, present - 1, present + 1].find((step) => step > lastStep && isSameText(totpCode(secret, step), code))
}

/**
 * The URI in the QR code for an authenticator app: issuer, account and secret. Algorithm, digits and period keep their
 * defaults, and are left out, as is an empty issuer.
 */
export function totpUri({ issuer, account, secret }: { issuer: string; account: string; secret: string }): string {
  const [issuerName, accountName] = [encodeURIComponent(issuer), encodeURIComponent(account)]
  return issuerName === ''
    ? `otpauth://totp/${accountName}?secret=${secret}`
    : `otpauth://totp/${issuerName}:${accountName}?secret=${secret}&issuer=${issuerName}`
}
