import { encodeBase64url, encodeTextBase64url } from '@latchkey/base/base64url'
import type { components } from '@latchkey/types'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hmacSha256, isSameText } from './hmac.ts'
import { readJwt } from './jwt.ts'

/** The fields that a messenger signs, by the names that it uses; a field that is `undefined` is absent. */
export type SignedFields = Readonly<Record<string, string | undefined>>

/** The fields about a user that the login widget signs, by the names that the messenger uses. */
export function widgetFields({
  id,
  firstName,
  lastName,
  username,
  photoURL,
  authDate,
}: Omit<components['schemas']['MessengerUser'], 'hash'>): SignedFields {
  return {
    id: String(id),
    first_name: firstName,
    last_name: lastName,
    username,
    photo_url: photoURL,
    auth_date: authDate,
  }
}

/**
 * The signature of a messenger's login widget: HMAC-SHA256 over the sorted fields, keyed with the SHA-256 of the bot's
 * token.
 *
 * @returns 64 lower-case hex digits; `undefined` for ambiguous fields, see {@link dataCheckString}.
 * @see The messenger's documentation, "Checking authorization" of the login widget.
 */
export function widgetHash(fields: SignedFields, botToken: string): string | undefined {
  const text = dataCheckString(fields)
  return text === undefined ? undefined : hmacSha256(sha256(utf8ToBytes(botToken)), text)
}

/**
 * The signature of the data that a messenger passes to an app inside it: as {@link widgetHash}, but keyed with the HMAC
 * of the bot's token under `WebAppData`.
 *
 * @returns 64 lower-case hex digits; `undefined` for ambiguous fields, see {@link dataCheckString}.
 * @see The messenger's documentation, "Validating data received via the Mini App".
 */
export function appDataHash(fields: SignedFields, botToken: string): string | undefined {
  const text = dataCheckString(fields)
  return text === undefined
    ? undefined
    : hmacSha256(hmac(sha256, utf8ToBytes('WebAppData'), utf8ToBytes(botToken)), text)
}

/** Signs claims as a bot does: a JWT with HS256 (RFC 7518, section 3.2) whose key is the bot's token in UTF-8. */
export function signBotJwt(claims: object, botToken: string): string {
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => encodeTextBase64url(JSON.stringify(part)))
    .join('.')
  return `${signed}.${botJwtSignature(signed, botToken)}`
}

/**
 * Verifies a JWT that a bot has signed.
 *
 * @returns Its claims; `undefined` for what is not a JWT, another algorithm (`none` among them), another key, and
 * critical header parameters (RFC 7515, section 4.1.11).
 */
export function readBotJwt(raw: string, botToken: string): Readonly<Record<string, unknown>> | undefined {
  const jwt = readJwt(raw)
  if (jwt?.header.alg !== 'HS256' || Object.hasOwn(jwt.header, 'crit')) return undefined
  const end = raw.lastIndexOf('.')
  return isSameText(botJwtSignature(raw.slice(0, end), botToken), raw.slice(end + 1)) ? jwt.claims : undefined
}

function botJwtSignature(signed: string, botToken: string): string {
  return encodeBase64url(hmac(sha256, utf8ToBytes(botToken), utf8ToBytes(signed)))
}

/**
 * The text that is signed: `name=value` lines, sorted by name.
 *
 * A line break in a value would let the same signed text be read as other fields, such as the id of another user. Such
 * fields therefore have no text.
 */
function dataCheckString(fields: SignedFields): string | undefined {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  if (entries.some(([name, value]) => /[\n=]/.test(name) || value.includes('\n'))) return undefined
  return entries
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}
