import { readBase64, toBase64 } from '@latchkey/base/bytes'
import { providerCodes } from '@latchkey/device/provider'
import type { Site, WalletCore } from '../walletCore.ts'
import { fail } from '../walletError.ts'
import { standardCodes } from './standardSite.ts'

/** Bytes in JSON. */
export const toWireBytes = (bytes: Uint8Array): { readonly base64: string } => ({ base64: toBase64(bytes) })

/** The bytes of an input. @throws WalletError -32000 */
export function readBytes(input: Readonly<Record<string, unknown>>, name: string): Uint8Array<ArrayBuffer> {
  const text: unknown = Object(input[name]).base64
  const bytes = typeof text === 'string' ? readBase64(text) : undefined
  if (bytes) return bytes
  throw fail(standardCodes.invalidInput, `"${name}" is not a Uint8Array.`)
}

/** The account of an input, to which the page must have access. @throws WalletError -32000 or 4100 */
export function readAccount(core: WalletCore, site: Site, { account }: Readonly<Record<string, unknown>>): string {
  if (typeof account !== 'string')
    throw fail(standardCodes.invalidInput, '"account" is not an account of the wallet in the page.')
  if (core.accountsOf(site.origin).includes(account)) return account
  throw fail(
    providerCodes.unauthorized,
    'The page has no access to this account. Ask for accounts first, by "standard:connect".',
  )
}

/** The text of bytes; `undefined` if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
