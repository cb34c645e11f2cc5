import { defined } from '@latchkey/base/defined'
import { readBotJwt } from '@latchkey/crypto/messengerSignature'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { botTokenOf, type MessengerAccount, readAppData, readWidgetUser } from './messengerProofs.ts'

/**
 * Verifies a `messengerAuthToken`: a JWT that the environment's bot has signed, or the data that the messenger passes
 * to an app that runs inside it.
 *
 * @throws {@link DomainError} `recordNotFound`, `providerNotAvailable`, `invalidVerification`
 */
export function readAuthToken(backend: Backend, environmentId: string, token: string): MessengerAccount {
  // The app's data is a query string. A JWT has no "=".
  return token.includes('=') ? readAppData(backend, environmentId, token) : readJwt(backend, environmentId, token)
}

function readJwt(backend: Backend, environmentId: string, token: string): MessengerAccount {
  const claims = readBotJwt(token, botTokenOf(backend, environmentId))
  assert(claims, 'invalidVerification', {
    message: "This is not a JWT that the environment's bot has signed with HS256.",
  })
  assertLife(backend, claims)
  const { firstName, lastName, username, photoUrl, photoURL } = claims
  return readWidgetUser(backend, environmentId, {
    ...defined({
      firstName: textOf(firstName),
      lastName: textOf(lastName),
      username: textOf(username),
      photoURL: textOf(photoUrl) ?? textOf(photoURL),
    }),
    id: Number(requiredText(claims, 'id')),
    authDate: requiredText(claims, 'authDate'),
    hash: requiredText(claims, 'hash'),
  })
}

/** A bot may limit its token further than `authDate` does (RFC 7519, sections 4.1.4 and 4.1.5). */
function assertLife({ clock }: Backend, { exp = Infinity, nbf = 0 }: Readonly<Record<string, unknown>>): void {
  const now = clock.now() / 1000
  const isAlive = typeof exp === 'number' && typeof nbf === 'number' && nbf <= now && now < exp
  assert(isAlive, 'invalidVerification', { message: 'This token has expired, or is not valid yet.' })
}

/** A claim that must be there, as text. Bots write ids and dates as numbers or as text. */
function requiredText(claims: Readonly<Record<string, unknown>>, name: string): string {
  const value = typeof claims[name] === 'number' ? String(claims[name]) : textOf(claims[name])
  assert(value !== undefined, 'invalidVerification', { message: `The token lacks the claim "${name}".` })
  return value
}

/** If a person has no such name, bots omit it or send it empty; either way it is not in the hash. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
