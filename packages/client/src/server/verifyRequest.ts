import {
  createUserJwtVerifier,
  hasScope,
  type UserJwtClaims,
  type UserJwtOptions,
  type UserJwtVerifier,
  type VerifyUserJwtOptions,
  verifyUserJwt,
} from '../verification/userJwt.ts'
import { cookieOf, headerOf, type IncomingRequest, isFromOrigin } from './incomingRequest.ts'
import { refusalOf, RequestRefused } from './requestRefused.ts'

/** How requests show who sends them. */
interface CredentialOptions {
  /** The cookie that has the token where no header has it; `false` takes no cookie. @default 'LATCHKEY_AUTH' */
  cookie?: string | false
  /**
   * Origins whose pages may send requests that change something by cookie, besides pages of the host that the request
   * names: `['https://app.example.com']`.
   */
  origins?: readonly string[]
}

/** Options of {@link createRequestVerifier}. */
export interface RequestVerifierOptions extends UserJwtOptions, CredentialOptions {}

/** Options of {@link verifyRequest}. */
export interface VerifyRequestOptions extends VerifyUserJwtOptions, CredentialOptions {
  /** Scopes that the user must have, all of them. */
  scopes?: string | readonly string[]
}

/** Verifies one request; `scopes` are those that the user must have, all of them. */
export type RequestVerifier = (request: IncomingRequest, scopes?: string | readonly string[]) => Promise<UserJwtClaims>

/**
 * Creates a function that tells which user has sent a request: by `Authorization: Bearer`, or by cookie. It caches the
 * environment's keys, so create it once.
 *
 * Browsers send cookies with requests of foreign pages as well. A request by cookie that changes something (any method
 * but GET, HEAD and OPTIONS) is therefore refused unless its `Origin` is that of the host, or one of `origins`.
 *
 * @param options - The environment, how strict to be, and where the token is.
 * @throws {@link TypeError} as {@link createUserJwtVerifier}. The function itself throws {@link RequestRefused}.
 * @example
 * const verify = createRequestVerifier({ baseUrl: 'https://api.example.com', environmentId })
 * const { sub } = await verify(request, 'gold')
 */
export function createRequestVerifier(options: RequestVerifierOptions): RequestVerifier {
  const { cookie: _, origins: __, ...jwtOptions } = options
  return verifierWith(createUserJwtVerifier(jwtOptions), options)
}

/**
 * Tells which user has sent a request. All calls share the keys of one URL; with a `fetch` of your own, create one
 * function by {@link createRequestVerifier} and reuse it.
 *
 * @param request - A `Request`, or that of Express, Fastify or `node:http`.
 * @param options - Whose users, which scopes they must have, and how strict to be.
 * @returns The claims of the user's token.
 * @throws {@link RequestRefused} when nobody has sent it, or nobody who may; `toResponse()` is the answer.
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
  const { cookie: _, origins: __, scopes, ...jwtOptions } = options
  return verifierWith((token) => verifyUserJwt(token, jwtOptions), options)(request, scopes)
}

function verifierWith(
  verify: UserJwtVerifier,
  { cookie = 'LATCHKEY_AUTH', origins = [] }: CredentialOptions,
): RequestVerifier {
  return async (request, scopes = []) => {
    const bearer = /^Bearer +(\S*)/i.exec(headerOf(request, 'authorization'))?.[1]
    const token = bearer ?? (cookie === false ? undefined : cookieOf(request, cookie))
    if (token === undefined) throw new RequestRefused('credential_missing', 'it has no token')
    const isSafe = /^(GET|HEAD|OPTIONS)$/.test(`${request.method}`)
    if (bearer === undefined && !isSafe && !isFromOrigin(request, origins))
      throw new RequestRefused('origin_refused', 'its origin is foreign')
    const claims = await verify(token).catch((error: unknown) => {
      throw refusalOf(error)
    })
    const required = [scopes].flat()
    if (!required.every((scope) => hasScope(claims, scope)))
      throw new RequestRefused('scope_missing', 'a scope is missing', { scope: required.join(' ') })
    return claims
  }
}
