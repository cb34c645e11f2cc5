import { readBase64 } from '@latchkey/base/bytes'
import { providerCodes } from '@latchkey/device/provider'
import { fail, type WalletError } from '../walletError.ts'

/** An error about what a page has passed. */
export const invalid = (message: string): WalletError => fail(providerCodes.invalidParams, message)

/** A text among the arguments of a call. @throws WalletError */
export function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  throw invalid(`"${name}" is not a text.`)
}

/** Bytes among the arguments of a call. @throws WalletError */
export function readCallBytes(value: unknown, name: string): Uint8Array<ArrayBuffer> {
  const text: unknown = Object(value).base64
  const bytes = typeof text === 'string' ? readBase64(text) : undefined
  if (bytes) return bytes
  throw invalid(`"${name}" is not a Uint8Array.`)
}
