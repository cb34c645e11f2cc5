import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { formats } from '@latchkey/types'
import { assert } from './errors.ts'

/** The comparable form of a wallet address of any chain; hexadecimal addresses ignore case. */
export function comparableAddress(address: string): string {
  return /^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address
}

/** Whether a text is an e-mail address that the service accepts. */
export function isEmail(text: string): boolean {
  return text.length <= 255 && formats.email(text)
}

/** An e-mail address in lower case; `undefined` for an empty text. @throws {@link DomainError} `invalidEmail` */
export function readEmail(text: string | undefined): string | undefined {
  if (!text) return undefined
  assert(isEmail(text), 'invalidEmail')
  return asciiLowerCase(text)
}
