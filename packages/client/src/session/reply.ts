import type { SdkUser } from '../generated/operations/schemas.ts'

/** The fields of a reply that starts or continues a session. */
export interface SessionReply {
  jwt?: string | undefined
  /** The token of the same session with fewer claims, for storages that are small. */
  minifiedJwt?: string | undefined
  mfaToken?: string
  user?: SdkUser
  /**
   * Unix seconds as a string, or an ISO 8601 date. If it cannot be read, the `exp` of the JWT is used, or else a
   * minute; without a JWT, the expiry of the present token.
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
