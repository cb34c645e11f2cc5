/**
 * A failure that replaces or accompanies the answer of an operation. It has one end: a status, whose reply can be cut
 * off or never end, a broken connection, or a reply of the operation that is lost, cut off or never ends.
 */
export interface Fault {
  /** Answers this status, from 200 to 599, without running the operation. */
  readonly status?: number | undefined
  /** The code in the documented error body of `status`. @default the first that the operation gives with it */
  readonly code?: string | undefined
  /** The body for `status`, in place of the operation's documented error body. */
  readonly body?: unknown
  /** The media type of `body`, in printable ASCII. @default `text/plain` for a text, `application/json` for other values */
  readonly contentType?: string | undefined
  /** Seconds, for `Retry-After` beside `status`. */
  readonly retryAfterSeconds?: number | undefined
  /** Milliseconds of real time to wait first, up to 2147483647. A call that waits when the mock is closed gets no reply. */
  readonly delayMs?: number | undefined
  /** Breaks the connection; the operation does not run. */
  readonly networkError?: boolean | undefined
  /** Runs the operation, and breaks the connection in place of its reply. */
  readonly loseReply?: boolean | undefined
  /** Runs the operation, sends half of its reply, or of that of `status`, and breaks the connection. */
  readonly truncate?: boolean | undefined
  /**
   * Runs the operation and sends half of its reply, or of that of `status`. The rest never comes, and the connection
   * stays open.
   */
  readonly stall?: boolean | undefined
  /** How many calls it lets pass first. @default 0 */
  readonly after?: number | undefined
}
