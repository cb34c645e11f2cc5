import { providerCodes } from '@latchkey/device/provider'

/** A wallet refuses a request of a page. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  /** Of EIP-1193, or of JSON-RPC. */
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, { data, cause }: { data?: unknown; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    if (data !== undefined) this.data = data
  }
}

/** Makes an error of a wallet, as the provider of @latchkey/device asks for it. */
export const fail = (code: number, message: string, details?: { readonly data?: unknown; readonly cause?: unknown }) =>
  new WalletError(code, message, details)

/** The error of a request to a wallet that was removed. */
export const walletGone = (): WalletError => fail(providerCodes.disconnected, 'This wallet is not there any more.')
