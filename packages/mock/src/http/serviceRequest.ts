/**
 * The parts of a request that the service reads. A `Request` fits. A host may also make one from a socket, which is
 * cheaper, or from a page's request, with headers that scripts cannot set.
 */
export interface ServiceRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  /** @param maximumBytes - Hosts refuse a longer body. @default one megabyte */
  text(maximumBytes?: number): Promise<string>
  /** The body, for those who read it in pieces. Hosts whose requests are short do without. */
  readonly body?: ReadableStream<Uint8Array> | null
}
