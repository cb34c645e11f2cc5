/** Codes of EIP-1193, of proposals that build on it, and of JSON-RPC. */
export const providerCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  unknownChain: 4902,
  /** JSON-RPC's own code, since viem goes on to its next way by this one and shows 4200 as the failure. */
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
} as const

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
