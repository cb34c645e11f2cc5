import { type Fail, providerCodes } from './codes.ts'

/** Why the service has not signed, whatever error the package has for it. Sentences are for the person. */
export type ServiceFailure =
  /** The service answered with a status from 400 on. */
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code?: string | undefined
      readonly sentence?: string | undefined
    }
  /** There is no session any more, so nothing was asked. */
  | { readonly kind: 'signedOut'; readonly sentence: string }
  /** No reply came, or none that could be read. */
  | { readonly kind: 'unanswered'; readonly sentence: string }
  /** The parties of the key could not sign together. */
  | { readonly kind: 'unsigned'; readonly reason: string; readonly sentence: string }

/**
 * None of these codes is -32603, which libraries show as a revert of the contract, nor absent: viem sends a request
 * again whose error has no code.
 */
const codesOfStatuses: Readonly<Record<number, number>> = {
  401: providerCodes.unauthorized,
  403: providerCodes.unauthorized,
  // The wallet is not the user's any more.
  404: providerCodes.unauthorized,
  410: providerCodes.unauthorized,
  429: providerCodes.limitExceeded,
}

const codesOfReasons: Readonly<Record<string, number>> = {
  share_missing: providerCodes.unauthorized,
  share_outdated: providerCodes.unauthorized,
  unsupported: providerCodes.unsupportedMethod,
}

function codeOfStatus(status: number): number {
  const isRequest = status >= 400 && status < 500
  return codesOfStatuses[status] ?? (isRequest ? providerCodes.invalidParams : providerCodes.disconnected)
}

/** The code of a node that answers with an HTTP status in place of JSON-RPC. */
export const nodeCodeOf = (status: number): number =>
  status === 429 ? providerCodes.limitExceeded : providerCodes.chainDisconnected

/** The error of a provider for a failure of the service. `data` says what the service has answered. */
export function serviceError(failure: ServiceFailure, fail: Fail, cause: unknown): Error {
  const { kind, sentence } = failure
  switch (kind) {
    case 'refused': {
      const { status, code } = failure
      const data = { status, ...(code !== undefined && { code }) }
      return fail(codeOfStatus(status), sentence || `The service refused this with ${status}.`, { data, cause })
    }
    case 'signedOut':
      return fail(providerCodes.unauthorized, sentence, { cause })
    case 'unanswered':
      return fail(providerCodes.disconnected, sentence, { cause })
    case 'unsigned': {
      const { reason } = failure
      const code = Object.hasOwn(codesOfReasons, reason) ? codesOfReasons[reason] : undefined
      return fail(code ?? providerCodes.disconnected, sentence, { data: { reason }, cause })
    }
  }
}
