/**
 * What the service reads of a request. A `Request` is one; so is what a host makes of a socket without the cost of
 * one, or of a page's request with the headers that script cannot set.
 */
export interface ServiceRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Pick<Headers, 'get'>
  text(): Promise<string>
}
