/** A client under observation. Each does the same tasks in its own words. */
export interface Subject {
  readonly name: string
  open(setup: Setup): Api
  /** The verifier of an environment's user tokens, for a package that has one. */
  verifier?(service: { baseUrl: string; environmentId: string }): (token: string) => Promise<unknown>
}

/** How a client is set up for one case. */
export interface Setup {
  baseUrl: string
  /** Gives the token for the next requests; a client that can keep a token does. */
  token: () => Promise<string>
  /** Limit of one attempt, where the client has such an option. */
  timeoutMs: number
  /** Limit of the whole call, where the client has such an option. */
  deadlineMs?: number
}

/** The options of a call. */
export interface Choice {
  signal?: AbortSignal
  idempotencyKey?: string
}

/** A client, ready to call. */
export interface Api {
  /** GET of a gate of the environment. */
  get(environmentId: string, choice?: Choice): Promise<Outcome>
  /** POST of a new gate. */
  create(environmentId: string, body: { name: string }, choice?: Choice): Promise<Outcome>
  /** All events, page after page, for clients that can walk a list by cursor. */
  walk?(environmentId: string): AsyncIterable<unknown>
}

/** How a call ended, as the client's documentation tells its callers to find out. */
export type Outcome =
  | { readonly data: unknown; readonly error?: undefined }
  | { readonly error: NonNullable<unknown>; readonly status?: number | undefined; readonly data?: undefined }
