import { type CookieScope, readParts } from '../session/cookieParts.ts'
import { tokenOfText } from '../session/cookieToken.ts'
import { sessionKeyOf } from '../session/sessionKey.ts'
import { assertObject } from '../shared/assertArgument.ts'
import {
  createUserJwtVerifier,
  hasScope,
  type UserJwtClaims,
  type UserJwtOptions,
  type UserJwtVerifier,
  type VerifyUserJwtOptions,
  verifyUserJwt,
} from '../verification/userJwt.ts'
import { cookiesOf, headerOf, type IncomingRequest, isFromOrigin, isReading } from './incomingRequest.ts'
import { refusalOf, RequestRefused } from './requestRefused.ts'

/** The `key`, `domain` and `path` of a session in cookies, as you pass them to `createSession` and `cookieStorage`. */
export interface SessionCookies extends Partial<CookieScope> {
  /** @default 'latchkey.session.' and the environment's id */
  key?: string | undefined
}

/** Where a request has its token, and from which pages it may come. */
export interface CredentialOptions {
  /** The cookie to read if no header has the token; `false` reads no cookies. @default 'LATCHKEY_AUTH' */
  cookie?: string | false | undefined
  /**
   * The cookies of `cookieStorage`, which are read if neither a header nor that cookie has the token; `false` does not
   * read them. Pass the session's `key`, `domain` and `path` if they are not the defaults.
   */
  session?: SessionCookies | false | undefined
  /**
   * Further origins whose pages may send requests with a cookie that change something or open a WebSocket:
   * `['https://app.example.com']`. Pages of the host of the request always may.
   */
  origins?: readonly string[] | undefined
}

/** Options of {@link createRequestVerifier}. */
export interface RequestVerifierOptions extends UserJwtOptions, CredentialOptions {}

/** Options of {@link verifyRequest}. */
export interface VerifyRequestOptions extends VerifyUserJwtOptions, CredentialOptions {
  /** The scopes that the user must have, all of them. */
  scopes?: string | readonly string[] | undefined
}

/** Verifies one request. `scopes` are the scopes that the user must have, all of them. */
export type RequestVerifier = (request: IncomingRequest, scopes?: string | readonly string[]) => Promise<UserJwtClaims>

/**
 * Creates a function that verifies which user has sent a request. It reads the token from `Authorization: Bearer`, from
 * the service's cookie, or from the cookies of `cookieStorage`. It caches the environment's keys, so create it once.
 *
 * Browsers also send cookies with requests of foreign pages. Therefore, if the token comes from a cookie, the function
 * refuses requests that change something (any method but GET, HEAD and OPTIONS) or open a WebSocket, unless their
 * `Origin` is that of the host, or one of `origins`.
 *
 * @param options - The environment, how strict to be, and where the token is.
 * @returns The function. It throws a {@link RequestRefused}, whose `toResponse()` is the answer.
 * @throws {@link TypeError} as {@link createUserJwtVerifier}.
 * @example
 * const verify = createRequestVerifier({ baseUrl: 'https://api.example.com', environmentId })
 * const { sub } = await verify(request, 'gold')
 */
export function createRequestVerifier(options: RequestVerifierOptions): RequestVerifier {
  const { cookie: _, origins: __, session: ___, ...jwtOptions }: RequestVerifierOptions = Object(options)
  return verifierWith(createUserJwtVerifier(jwtOptions), options)
}

/**
 * Verifies which user has sent a request. All calls share the keys of one URL. To use your own `fetch`, create one
 * function with {@link createRequestVerifier} and reuse it.
 *
 * @param request - A `Request`, or a request of Express, Fastify or `node:http`.
 * @param options - The environment, the scopes that the user must have, and how strict to be.
 * @returns The claims of the user's token.
 * @throws {@link RequestRefused} when the request has no valid token, or the user lacks a scope; `toResponse()` is the
 *   answer.
 * @throws {@link TypeError} when an option is wrong.
 * @example
 * try {
 *   const { sub } = await verifyRequest(request, { baseUrl: 'https://api.example.com', environmentId, scopes: 'gold' })
 * } catch (error) {
 *   if (error instanceof RequestRefused) return error.toResponse()
 *   throw error
 * }
 */
export function verifyRequest(request: IncomingRequest, options: VerifyRequestOptions): Promise<UserJwtClaims> {
  assertObject(options, 'options', '{ baseUrl, environmentId }')
  const { cookie: _, origins: __, session: ___, scopes, ...jwtOptions } = options
  return verifierWith((token) => verifyUserJwt(token, jwtOptions), options)(request, scopes)
}

function verifierWith(
  verify: UserJwtVerifier,
  options: CredentialOptions & Pick<UserJwtOptions, 'environmentId'>,
): RequestVerifier {
  const { cookie = 'LATCHKEY_AUTH', origins = [] } = options
  return async (request, scopes = []) => {
    if (!request?.headers) throw new TypeError('"request" must have headers. For a token, use verifyUserJwt.')
    const bearer = /^Bearer +(\S*)/i.exec(headerOf(request, 'authorization'))?.[1]
    const token = bearer ?? (cookie === false ? undefined : cookieTokenOf(request, { ...options, cookie }))
    if (token === undefined) throw new RequestRefused('credential_missing', 'it has no token')
    if (bearer === undefined && !isReading(request) && !isFromOrigin(request, origins))
      throw new RequestRefused('origin_refused', 'its Origin is not allowed')
    const claims = await verify(token).catch((error: unknown) => {
      throw refusalOf(error)
    })
    const required = [scopes].flat()
    if (!required.every((scope) => hasScope(claims, scope)))
      throw new RequestRefused('scope_missing', 'a scope is missing', { scope: required.join(' ') })
    return claims
  }
}

/**
 * The token in the service's cookie, or else in those that `cookieStorage` has set. If there are several cookies of a
 * name, the first one is the most specific (RFC 6265 section 5.4).
 */
function cookieTokenOf(
  request: IncomingRequest,
  { cookie, session = {}, environmentId }: CredentialOptions & Pick<UserJwtOptions, 'environmentId'>,
): string | undefined {
  const cookies = cookiesOf(request)
  const token = cookies.find(({ name }) => name === cookie)?.value
  if (token !== undefined || session === false) return token
  const { key = sessionKeyOf(environmentId), path = '/', ...scope } = session
  return tokenOfText(readParts({ get: () => '', getAll: () => cookies }, key, { ...scope, path })) || undefined
}
