/**
 * What the service reads of a request. A `Request` fits. A host may also make one from a socket, which is cheaper, or
 * from a page's request, with headers that scripts cannot set.
 */
export interface ServiceRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  /** @param maximumBytes - Of a longer body, hosts refuse to read more. @default one megabyte */
  text(maximumBytes?: number): Promise<string>
}
