/** A request that passed, and the reply of the target. */
export interface ObservedExchange {
  readonly method: string
  /** Path and query, as the app sent them. */
  readonly url: string
  readonly requestHeaders: Headers
  /** `undefined` for a body that is too large to be compared. */
  readonly requestBody: Uint8Array | undefined
  readonly status: number
  readonly replyHeaders: Headers
  /** `undefined` for a body that is too large to be compared, or that is a stream of events. */
  readonly replyBody: Uint8Array | undefined
}

/** The media type of a body, in lower case and without its parameters; empty if there is none. */
export function mediaTypeOf(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  return type.trim().toLowerCase()
}

/** A body as JSON; `undefined` for any other text. */
export function readJson(body: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder().decode(body)) }
  } catch {
    return undefined
  }
}
