/** The parts of a request beside the operation's own parameters. */
export interface RequestContext {
  /** `Origin` header. */
  readonly origin?: string
  /** `Authorization` header. */
  readonly authorization?: string
  readonly userAgent?: string
  readonly ipAddress?: string
  readonly cookies: Readonly<Record<string, string>>
  /** `x-mfa-auth-token` header: proof of a second factor, for actions that require one. */
  readonly mfaAuthToken?: string
  /** `x-wallet-api-key` header: the right of a server to sign with the wallet of a user. */
  readonly walletApiKey?: string
  readonly url: URL
}
