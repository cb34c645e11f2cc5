/** A reply of any operation, or of a page beside them, on its way out. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  /** A large body, in the pieces it is kept in; instead of `body`. */
  readonly chunks?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[]
}
