import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { newRecord } from '@latchkey/base/newRecord'
import type { Credential } from '../../../store/records.ts'
import { assertCookieOrigin } from '../../sessions/sessionCookies.ts'
import { isEmail } from '../../shared/addresses.ts'
import type { Backend } from '../../shared/backend.ts'
import { assert } from '../../shared/errors.ts'
import { environmentOf } from '../../shared/recordGuards.ts'
import type { RequestContext } from '../../shared/request.ts'
import { examineExternalJwt, type ExternalClaims } from './externalJwts.ts'
import { provedHolder } from './provedHolder.ts'
import { signIn, type SignInOutcome } from './signIn.ts'

export interface ExternalSignIn {
  /** The token of the body, if it was sent there. */
  readonly jwt?: string | undefined
  readonly sessionPublicKey?: string | undefined
  readonly request: RequestContext
}

/**
 * Signs in the bearer of a JWT of the environment's external issuer: the user with that subject, else the user who has
 * proved to hold the address that the issuer has verified, else a new user.
 *
 * @throws {@link DomainError} `recordNotFound`, `unauthorized` without a token, `tokenExpired`, `invalidExternalAuth`,
 * `originNotAllowed` for a cookie's token from an origin that is not allowed, and what {@link signIn} refuses
 */
export async function signInWithExternalJwt(
  backend: Backend,
  environmentId: string,
  { jwt, sessionPublicKey, request }: ExternalSignIn,
): Promise<SignInOutcome> {
  const raw = jwt ?? readTokenCookie(backend, environmentId, request)
  const { problems, isExpiredOnly, claims } = await examineExternalJwt(backend, environmentId, raw)
  assert(!isExpiredOnly, 'tokenExpired')
  assert(claims, 'invalidExternalAuth', { message: problems.join(' ') })
  const existing = backend.store.credentials.find('byKey', [environmentId, 'externalUser', keyOf(claims)])
  assert(existing?.signInEnabled !== false, 'invalidExternalAuth', {
    message: 'This account may not be used to sign in.',
  })
  const { userId, user, profile } = provedHolder(backend, environmentId, {
    existing,
    verifiedEmail: verifiedEmailOf(claims),
    claims,
  })
  const credential = credentialFor(backend, environmentId, { userId, claims, existing })
  return signIn(backend, credential, { user, profile, request, sessionPublicKey })
}

/** The token of the cookie that the settings name. As with any cookie, only pages of allowed origins may use it. */
function readTokenCookie(backend: Backend, environmentId: string, { cookies, origin }: RequestContext): string {
  const environment = environmentOf(backend, environmentId)
  const { cookieName } = environment.settings.security.externalAuth ?? {}
  const raw = cookieName ? cookies[cookieName] : undefined
  assert(raw, 'unauthorized', {
    message: 'Send a JWT of the external issuer, in the body or in the configured cookie.',
  })
  assertCookieOrigin(backend, environmentId, origin)
  return raw
}

function credentialFor(
  backend: Backend,
  environmentId: string,
  {
    userId,
    claims,
    existing,
  }: {
    readonly userId: string
    readonly claims: ExternalClaims
    readonly existing?: Credential | undefined
  },
): Credential {
  const credential = existing ?? {
    ...newRecord(backend),
    environmentId,
    userId,
    format: 'externalUser' as const,
    key: keyOf(claims),
    signInEnabled: true,
    accountId: claims.sub,
  }
  return {
    ...credential,
    verifiedAt: credential.verifiedAt ?? backend.clock.iso(),
    verifiedEmail: verifiedEmailOf(claims),
  }
}

/**
 * A subject is unique only within its issuer (RFC 7519, section 4.1.2). As JSON, different pairs are different texts.
 */
function keyOf({ iss, sub }: ExternalClaims): string {
  return JSON.stringify([iss, sub])
}

function verifiedEmailOf({ email, email_verified: isVerified }: ExternalClaims): string | undefined {
  return isVerified === true && typeof email === 'string' && isEmail(email) ? asciiLowerCase(email) : undefined
}
