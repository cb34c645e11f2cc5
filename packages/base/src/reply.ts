/** The reply of an operation or a page. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  /** A large body in its stored pieces, instead of `body`. */
  readonly chunks?: readonly string[]
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[] | undefined
  /** Whether a fault cuts the body off in its middle. */
  readonly isTruncated?: boolean
  /** Id of a room, whose events a caller who accepts `text/event-stream` gets after the body. */
  readonly watches?: string
}
