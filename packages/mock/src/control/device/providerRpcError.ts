/** A provider or its node refused a request. `code` is a code of EIP-1193, or the node's own. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  /** The data of the node's error, or `{ status, code }` of a call that the service refused. */
  readonly data?: unknown

  constructor(code: number, message: string, { data, ...options }: ErrorOptions & { readonly data?: unknown } = {}) {
    super(message, options)
    this.code = code
    if (data !== undefined) this.data = data
  }
}
