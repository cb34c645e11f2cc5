import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hmacSha256 } from './hmac.ts'

/** The fields that a messenger signs, by the messenger's own names; a field that is `undefined` is not there. */
export type SignedFields = Readonly<Record<string, string | undefined>>

/**
 * The signature of a messenger's login widget: HMAC-SHA256 over the sorted fields, keyed with the SHA-256 of the bot's token.
 *
 * @returns 64 lower-case hex digits; `undefined` for fields that cannot be told apart, see {@link dataCheckString}.
 * @see The messenger's documentation, "Checking authorization" of the login widget.
 */
export function widgetHash(fields: SignedFields, botToken: string): string | undefined {
  const text = dataCheckString(fields)
  return text === undefined ? undefined : hmacSha256(sha256(utf8ToBytes(botToken)), text)
}

/**
 * The signature of what a messenger tells an app that runs inside it: as {@link widgetHash}, but keyed with the HMAC of the
 * bot's token under `WebAppData`.
 *
 * @returns 64 lower-case hex digits; `undefined` for fields that cannot be told apart, see {@link dataCheckString}.
 * @see The messenger's documentation, "Validating data received via the Mini App".
 */
export function appDataHash(fields: SignedFields, botToken: string): string | undefined {
  const text = dataCheckString(fields)
  return text === undefined
    ? undefined
    : hmacSha256(hmac(sha256, utf8ToBytes('WebAppData'), utf8ToBytes(botToken)), text)
}

/**
 * What is signed: `name=value` lines in the order of their names.
 *
 * A line break in a value would let one signed text be read as other fields, with another person's id among them. So
 * there is no text for such fields.
 */
function dataCheckString(fields: SignedFields): string | undefined {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  if (given.some(([name, value]) => /[\n=]/.test(name) || value.includes('\n'))) return undefined
  return given
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}
