import type { Time } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { appDataHash, signBotJwt, widgetFields, widgetHash } from '@latchkey/crypto/messengerSignature'
import type { components } from '@latchkey/types'
import type { IdpAccount } from '../store/outsideRecords.ts'

/** A bot of the messenger, through which an environment signs people in. */
export interface Bot {
  readonly token: string
  readonly clock: Time
  /** Whether a signature of the login widget was used already. */
  isUsed(hash: string): boolean
}

/**
 * Signs the data that the login widget gives to a page about a person.
 *
 * A signature can be used once. On a stopped clock a person's second signature is dated one second earlier, since it
 * would equal the first.
 */
export function signWidgetUser(
  { token, clock, isUsed }: Bot,
  { accountId, username, photos, profile = {} }: IdpAccount,
): components['schemas']['MessengerUser'] {
  const person = defined({
    id: Number(accountId),
    firstName: textOf(profile.given_name),
    lastName: textOf(profile.family_name),
    username,
    photoURL: photos?.[0],
  })
  for (let date = Math.floor(clock.now() / 1000); ; date--) {
    const unsigned = { ...person, authDate: String(date) }
    const hash = assertSigned(widgetHash(widgetFields(unsigned), token))
    if (!isUsed(hash)) return { ...unsigned, hash }
  }
}

/** Signs the data about a person that the messenger passes to an app that runs inside it. */
export function signAppData({ token, clock }: Bot, { accountId, username, photos, profile = {} }: IdpAccount): string {
  const user = {
    id: Number(accountId),
    first_name: profile.given_name,
    last_name: profile.family_name,
    username,
    photo_url: photos?.[0],
  }
  const fields = { auth_date: String(Math.floor(clock.now() / 1000)), user: JSON.stringify(user) }
  return new URLSearchParams({ ...fields, hash: assertSigned(appDataHash(fields, token)) }).toString()
}

/** Signs the JWT with which a bot logs a person in. `authDate` is Unix time in seconds. */
export function signAuthToken(bot: Bot, person: IdpAccount): string {
  const { photoURL: photoUrl, authDate, ...user } = signWidgetUser(bot, person)
  return signBotJwt({ ...user, photoUrl, authDate: Number(authDate) }, bot.token)
}

function assertSigned(hash: string | undefined): string {
  if (hash === undefined) throw new TypeError('Failed to sign: a name or address of this person has a line break.')
  return hash
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
