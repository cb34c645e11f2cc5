import { LatchkeyError, type LatchkeyErrorDetails } from '../../shared/errors.ts'

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
