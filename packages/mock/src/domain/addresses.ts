import { Email } from '@latchkey/types/zod'
import { assert } from './errors.ts'

/** A wallet address of whatever chain as it is compared: hexadecimal ones without regard to case. */
export function comparableAddress(address: string): string {
  return /^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address
}

/** An e-mail address in lower case; `undefined` for an empty text. @throws {@link DomainError} `invalidEmail` */
export function readEmail(text: string | undefined): string | undefined {
  if (!text) return undefined
  assert(Email.safeParse(text).success, 'invalidEmail')
  return text.toLowerCase()
}
