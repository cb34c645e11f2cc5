/** The headers of a request. The names are in any case. */
export interface RequestHeaders extends Pick<Headers, 'get'> {
  /** The names of all headers, which the journal lists. Without it, the journal lists those that the service reads. */
  keys?(): Iterable<string>
}

/**
 * The parts of a request that the service reads. A `Request` fits. A host may also make one from a socket, which is
 * cheaper, or from a page's request, with headers that scripts cannot set.
 */
export interface ServiceRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: RequestHeaders
  /** @param maximumBytes - Hosts refuse a longer body. @default one megabyte */
  text(maximumBytes?: number): Promise<string>
  /** The body, for those who read it in pieces. Hosts whose requests are short do without. */
  readonly body?: ReadableStream<Uint8Array> | null
  /** Whether the host lets the caller control the mock. @default false */
  readonly mayControl?: boolean
}

/** A request without its body. */
export type RequestHead = Pick<ServiceRequest, 'method' | 'url' | 'headers' | 'mayControl'>

/** The same request, whose text can be read several times. */
export function rereadable(request: ServiceRequest): ServiceRequest {
  const { method, url, headers, mayControl = false } = request
  let text: Promise<string> | undefined
  return { method, url, headers, mayControl, text: (maximumBytes) => (text ??= request.text(maximumBytes)) }
}

/** The request of a caller that may control the mock. */
export function asController(request: ServiceRequest): ServiceRequest {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    text: (maximumBytes) => request.text(maximumBytes),
    get body() {
      return request.body ?? null
    },
    mayControl: true,
  }
}
