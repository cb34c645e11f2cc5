import type { SdkUser } from '../generated/operations/schemas.ts'

/** What an operation answers with that begins a session or goes on with it. */
export interface SessionReply {
  jwt?: string
  mfaToken?: string
  user?: SdkUser
  /**
   * Unix seconds as a string, or an ISO 8601 date. Where it cannot be read, the `exp` of the JWT counts, or else a
   * minute; without a JWT, the end of the present one.
   */
  expiresAt?: string
}

/** What a sign-in has answered, for {@link Session.adopt}. */
export interface SignInReply extends SessionReply {
  /** The token, as `mock.signIn` names it. */
  token?: string
}
