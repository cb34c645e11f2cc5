/**
 * How a fault spoils a reply on its way: it is `lost`, and the connection breaks; half of its body is sent, and then the
 * connection breaks (`cut`) or stays open without more (`stalled`).
 */
export type SpoiledReply = 'lost' | 'cut' | 'stalled'

/** The reply of an operation or a page. */
export interface Reply {
  readonly status: number
  readonly body?: unknown
  /** A large body in its stored pieces, instead of `body`. */
  readonly chunks?: readonly string[]
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[] | undefined
  /** How a fault spoils it. */
  readonly spoiled?: SpoiledReply
  /** Id of a room, whose events a caller who accepts `text/event-stream` gets after the body. */
  readonly watches?: string
}
