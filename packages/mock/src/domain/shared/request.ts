/** The parts of a request beside the operation's own parameters. */
export interface RequestContext {
  /** `Origin` header. */
  readonly origin?: string | undefined
  /** `Authorization` header. */
  readonly authorization?: string | undefined
  readonly userAgent?: string | undefined
  readonly ipAddress?: string | undefined
  readonly cookies: Readonly<Record<string, string>>
  /** `x-mfa-auth-token` header: proof of a second factor, for actions that require one. */
  readonly mfaAuthToken?: string | undefined
  /** `x-wallet-api-key` header: the right of a server to sign with the wallet of a user. */
  readonly walletApiKey?: string | undefined
  readonly url: URL
}
