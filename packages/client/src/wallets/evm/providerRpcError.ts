import { LatchkeyError, type LatchkeyErrorDetails } from '../../shared/errors.ts'

/**
 * A provider or its node refused a request. `code` is a code of EIP-1193, such as 4001 when the person said no, or the
 * node's own. `cause` is the service's refusal, if there was one.
 */
export class ProviderRpcError extends LatchkeyError {
  readonly code: number
  /** The data of the node's error, such as that of a revert, or `{ status, code }` of a refusal by the service. */
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
