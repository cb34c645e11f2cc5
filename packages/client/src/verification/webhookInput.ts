// Apart from webhook.ts, since two entries of the package contain it and neither exports the functions.

/** A delivery in a framework without `Request`. */
export interface RawDelivery {
  /**
   * The raw body: a string or bytes, such as the `Buffer` of `express.raw()`. A parsed object is refused.
   */
  body: string | Uint8Array | ArrayBuffer
  /** The header `x-webhook-signature-256`. */
  signature: string | readonly string[] | null | undefined
}

/** @throws {@link TypeError} for no secret, an empty one, and one with the line end of the file that it was read from */
export function assertSecrets(secrets: readonly string[]): void {
  if (!secrets[0] || !secrets.every(Boolean)) throw new TypeError('Give "secret" or "secrets"; none may be empty.')
  if (secrets.some((secret) => /[\r\n]$/.test(secret))) throw new TypeError('A secret has a line end. Trim it.')
}

/** Whether a value is a `Request`, or has the fields of a {@link RawDelivery}. */
export function isDelivery(value: unknown): value is Request | RawDelivery {
  const { headers } = Object(value)
  // In the headers of Node, `get` is a header.
  return headers ? typeof headers.get === 'function' : 'signature' in Object(value)
}
