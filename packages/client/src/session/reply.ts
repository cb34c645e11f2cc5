import type { SdkUser } from '../generated/operations/schemas.ts'

/** The fields of a reply that starts or continues a session. */
export interface SessionReply {
  /** The token; absent if the service has set a cookie. */
  jwt?: string | undefined
  /** The token of the same session with fewer claims, for storages that are small. */
  minifiedJwt?: string | undefined
  /** Value of the header `x-mfa-auth-token` for later calls. */
  mfaToken?: string
  user?: SdkUser
  /**
   * When the token expires: Unix seconds as a string, or an ISO 8601 date.
   * @default the `exp` of the JWT, or else in a minute; without a JWT, the expiry of the current token
   */
  expiresAt?: string
}

/** The reply of a sign-in, for {@link Session.adopt}. */
export interface SignInReply extends SessionReply {
  /** The token under the name that `mock.signIn` uses. */
  token?: string
  /** The smaller token under the name that `mock.signIn` uses. */
  minifiedToken?: string
}
