/** A provider refused a request, or the node did. `code` is one of EIP-1193, or the node's own. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError'
  readonly code: number
  /** What the node says beside its message, or `{ status, code }` of a call that the service refused. */
  readonly data?: unknown

  constructor(code: number, message: string, { data, ...options }: ErrorOptions & { readonly data?: unknown } = {}) {
    super(message, options)
    this.code = code
    if (data !== undefined) this.data = data
  }
}
