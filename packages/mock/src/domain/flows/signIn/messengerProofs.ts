import { isSameText } from '@latchkey/crypto/hmac'
import { appDataHash, widgetFields, widgetHash } from '@latchkey/crypto/messengerSignature'
import type { components } from '@latchkey/types'
import type { MessengerAttempt } from '../../../store/signInRecords.ts'
import { assertEnabledProvider } from '../../providers/providers.ts'
import type { Backend, ReadStore } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { assertEnvironment } from '../../shared/recordGuards.ts'

type MessengerUser = components['schemas']['MessengerUser']

/** A person at the messenger, as named by a proof. */
export type MessengerAccount = MessengerAttempt['account']

/** The maximum age of a proof, in seconds. */
const maximumAgeSeconds = 600

/**
 * The token of the environment's bot.
 *
 * @throws {@link DomainError} `recordNotFound` without such an environment, `providerNotAvailable`
 */
export function botTokenOf(
  backend: { readonly store: Pick<ReadStore, 'environments' | 'providers'> },
  environmentId: string,
): string {
  assertEnvironment(backend, environmentId)
  const botToken = assertEnabledProvider(backend, environmentId, { provider: 'telegram' }).clientSecret
  assert(botToken, 'providerNotAvailable')
  return botToken
}

/** Whether a signature of the login widget was already used or submitted. */
export function isUsedSignature(
  { store }: { readonly store: Pick<ReadStore, 'messengerAttempts'> },
  environmentId: string,
  hash: string,
): boolean {
  return store.messengerAttempts.find('byHash', [environmentId, hash]) !== undefined
}

/**
 * Verifies what the messenger's login widget has signed.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`
 */
export function readWidgetUser(backend: Backend, environmentId: string, user: MessengerUser): MessengerAccount {
  const { id, firstName, lastName, username, photoURL: photoUrl, authDate, hash } = user
  assertSigned(widgetHash(widgetFields(user), botTokenOf(backend, environmentId)), hash)
  assertFresh(backend, authDate)
  assert(Number.isSafeInteger(id) && id > 0, 'invalidVerification')
  return { id: String(id), username, firstName, lastName, photoUrl }
}

/**
 * Verifies the data that the messenger passes to an app that runs inside it: a query string with `user`, `auth_date`
 * and `hash`.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`
 */
export function readAppData(backend: Backend, environmentId: string, text: string): MessengerAccount {
  const botToken = botTokenOf(backend, environmentId)
  const params = new URLSearchParams(text)
  const { hash = '', ...fields } = Object.fromEntries(params)
  assert([...params].length === Object.keys(fields).length + 1, 'invalidVerification', {
    message: 'A field of the messenger is missing or given twice.',
  })
  assertSigned(appDataHash(fields, botToken), hash)
  assertFresh(backend, fields.auth_date ?? '')
  const account = readAppUser(fields.user ?? '')
  assert(account, 'invalidVerification', { message: 'The messenger names no user.' })
  return account
}

function readAppUser(text: string): MessengerAccount | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const {
    id,
    username,
    first_name: firstName,
    last_name: lastName,
    photo_url: photoUrl,
  } = { ...value } as Readonly<Record<string, unknown>>
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) return undefined
  return {
    id: String(id),
    username: textOf(username),
    firstName: textOf(firstName),
    lastName: textOf(lastName),
    photoUrl: textOf(photoUrl),
  }
}

function assertSigned(expected: string | undefined, hash: string): void {
  assert(expected !== undefined && isSameText(expected, hash), 'invalidVerification', {
    message: "The messenger's signature does not fit.",
  })
}

/**
 * @param authDate - Unix time in decimal digits: in seconds, or with 13 digits in milliseconds, as some bots write it.
 */
function assertFresh({ clock }: Backend, authDate: string): void {
  const date = /^[1-9]\d{0,12}$/.test(authDate) ? Number(authDate) : NaN
  const age = Math.floor(clock.now() / 1000) - Math.floor(authDate.length === 13 ? date / 1000 : date)
  assert(age >= 0 && age < maximumAgeSeconds, 'invalidVerification', {
    message: "The messenger's answer is too old, or from the future.",
  })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
