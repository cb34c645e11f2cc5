import { LatchkeyError, type LatchkeyErrorDetails } from '../../shared/errors.ts'

/** Codes of EIP-1193 and of the proposals that build on it. */
export const providerCodes = {
  userRejected: 4001,
  unauthorized: 4100,
  chainDisconnected: 4901,
  unknownChain: 4902,
  /** JSON-RPC's own code, since viem goes on to its next way by this one and shows 4200 as the failure. */
  methodNotFound: -32_601,
  invalidParams: -32_602,
} as const

/**
 * A provider refused a request, or the node did. `code` is one of EIP-1193, such as 4001 when the person said no, or the
 * node's own.
 */
export class ProviderRpcError extends LatchkeyError {
  readonly code: number
  /** What the node says beside its message, such as the data of a revert. */
  declare readonly data?: unknown

  constructor(code: number, message: string, { data, ...details }: LatchkeyErrorDetails & { data?: unknown } = {}) {
    super(message, details)
    this.code = code
    if (data !== undefined) this.data = data
  }

  override get name(): string {
    return 'ProviderRpcError'
  }
}
